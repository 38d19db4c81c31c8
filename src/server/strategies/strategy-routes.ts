import type * as z from 'zod/mini';
import type { Reply } from '#contract/call.ts';
import { STRATEGIES_MAX, STRATEGY_VERSIONS_MAX } from '#contract/limits.ts';
import { deleteStrategy, getStrategies, getStrategy, saveStrategy, type strategy } from '#contract/strategy.ts';
import type { BotKind } from '#engine/model/bot.ts';
import type { Tx } from '#storage/database/database.ts';
import { holdRows } from '#storage/database/rows/hold-rows.ts';
import {
  countStrategies,
  deleteUnusedStrategy,
  findStrategy,
  listStrategies,
  nextVersion,
  type StrategyCounts,
  type StrategyWithVersions,
  saveStrategyVersion,
  strategyNameIsTaken,
} from '#storage/strategies.ts';
import { refuseUnavailable } from '../bots/kind-check.ts';
import { type Context, marketNow } from '../http/context.ts';
import { ProblemError } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';
import { timeText } from '../http/text.ts';
import { applyRoute } from './apply-strategy.ts';
import { inspectParams, parseParams, refuseBadParams } from './params-check.ts';
import { tryRoute } from './try-strategy.ts';

/** Strategies: named parameter sets with versions that never change. */
export function strategyRoutes(): Route[] {
  return [
    route(getStrategies, ({ caller, params, read }) =>
      read(async (tx) => {
        const found = await listStrategies(tx, caller.userId, params.kind);
        return { items: found.map((each) => presentStrategy(each, null)) };
      }),
    ),

    route(getStrategy, ({ caller, params, query, read }) =>
      read(async (tx) => {
        const found = await ownStrategy(tx, caller.userId, { kind: params.kind, id: query.id });
        return presentStrategy(found, query.version === undefined ? null : Number(query.version));
      }),
    ),

    route(saveStrategy, save),
    applyRoute(),
    tryRoute(),

    route(deleteStrategy, async (context) => {
      const { caller, params } = context;
      await context.write('strategies', async (tx) => {
        await holdRows(tx, 'strategies', caller.userId); // Otherwise a version that is being saved would bring it back.
        await ownStrategy(tx, caller.userId, params);
        const isDeleted = await deleteUnusedStrategy(tx, caller.userId, params.id);
        if (!isDeleted) throw new ProblemError('STRATEGY_IN_USE');
        return { event: 'strategy-deleted', details: { strategyId: params.id } };
      });
      return { strategyId: params.id, isDeleted: true };
    }),
  ];
}

async function save(context: Context<typeof saveStrategy>): Promise<Reply<typeof saveStrategy>> {
  const { body, params, caller, services } = context;
  const ownerId = caller.userId;
  refuseUnavailable(params.kind);
  const parsed = parseParams(params.kind, body.params);
  const warnings = await inspectParams(context, { kind: params.kind, params: parsed });
  if (!services.runtime.instruments.has(body.symbol)) {
    throw new ProblemError('SYMBOL_UNKNOWN', [
      { code: 'SYMBOL_UNKNOWN', detail: 'is not traded here', path: ['symbol'] },
    ]);
  }
  const strategyId = body.strategyId ?? context.newId();
  await context.write('strategies', async (tx) => {
    await holdRows(tx, 'strategies', ownerId);
    const counted = await countStrategies(tx, ownerId);
    const known = body.strategyId === undefined ? null : await ownStrategy(tx, ownerId, { ...params, id: strategyId });
    refuseConflict(known, body.baseVersion);
    const named = { kind: params.kind, name: body.name, except: body.strategyId ?? null };
    if (await strategyNameIsTaken(tx, ownerId, named)) {
      throw new ProblemError('NAME_TAKEN', [{ code: 'TAKEN', detail: 'is taken', path: ['name'] }]);
    }
    refuseBadParams(services.runtime, { kind: params.kind, params: parsed, symbols: [body.symbol] });
    refuseFull(counted, known === null);
    const now = new Date(marketNow(services.runtime));
    const { name, comment, symbol } = body;
    const version = known === null ? 1 : nextVersion(known.strategy);
    const createdAt = known?.strategy.createdAt ?? now;
    const row = { strategyId, ownerId, kind: params.kind, name, comment, symbol, version, createdAt, updatedAt: now };
    await saveStrategyVersion(tx, row, parsed);
    const event = known === null ? 'strategy-created' : 'strategy-changed';
    return { event, details: { strategyId, kind: params.kind, name, version } };
  });
  return context.read(async (tx) => {
    const saved = await ownStrategy(tx, ownerId, { ...params, id: strategyId });
    return { ...presentStrategy(saved, null), warnings };
  });
}

/** Every save adds a version, and the first one of a strategy the strategy too. */
function refuseFull({ strategies, versions }: StrategyCounts, isNew: boolean): void {
  if (isNew && strategies >= STRATEGIES_MAX) throw new ProblemError('STRATEGIES_FULL');
  if (versions >= STRATEGY_VERSIONS_MAX) throw new ProblemError('STRATEGY_VERSIONS_FULL');
}

/** Someone saved in between: the user must see that version first. */
function refuseConflict(known: StrategyWithVersions | null, baseVersion: number | undefined): void {
  if (known === null || baseVersion === undefined || known.strategy.version === baseVersion) return;
  const figures = { version: known.strategy.version };
  throw new ProblemError('VERSION_CONFLICT', [
    { code: 'VERSION_CONFLICT', detail: 'is not the newest version', path: ['baseVersion'], figures },
  ]);
}

async function ownStrategy(
  tx: Tx,
  ownerId: string,
  wanted: { readonly kind: BotKind; readonly id: string },
): Promise<StrategyWithVersions> {
  const found = await findStrategy(tx, ownerId, wanted.id);
  if (found === undefined || found.strategy.kind !== wanted.kind) throw new ProblemError('STRATEGY_NOT_FOUND');
  return found;
}

/** @param version - null is the newest */
function presentStrategy(found: StrategyWithVersions, version: number | null): z.output<typeof strategy> {
  const { strategy: row, versions, bots } = found;
  const shown = versions.find((each) => each.version === (version ?? row.version));
  if (shown === undefined) throw new ProblemError('STRATEGY_NOT_FOUND');
  return {
    strategyId: row.strategyId,
    name: row.name,
    kind: row.kind,
    version: shown.version,
    comment: row.comment,
    symbol: row.symbol,
    params: shown.params,
    versions: versions.map((each) => ({ version: each.version, createdAt: timeText(each.createdAt) })),
    bots: bots.map((each) => ({ ...each })),
    createdAt: timeText(row.createdAt),
    updatedAt: timeText(row.updatedAt),
  };
}
