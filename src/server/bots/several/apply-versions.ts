import { assert, at } from '#base/assert.ts';
import { applyVersions } from '#contract/bots/apply-versions.ts';
import type { Reply } from '#contract/call.ts';
import { STRATEGY_VERSIONS_MAX } from '#contract/limits.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import type { CarriedOut, VersionsRequest } from '#ports/runtime.ts';
import type { BotRow } from '#storage/bots.ts';
import { asUser, type Tx } from '#storage/database/database.ts';
import { holdRows } from '#storage/database/rows/hold-rows.ts';
import {
  countStrategies,
  findStrategy,
  nextVersion,
  promiseVersion,
  type StrategyWithVersions,
} from '#storage/strategies.ts';
import { turnsOfThread } from '../../http/answers/turns-of-thread.ts';
import type { Context } from '../../http/context.ts';
import { invalidField, ProblemError } from '../../http/problem.ts';
import { type Route, route } from '../../http/route.ts';
import { inspectParams, parseParams } from '../../strategies/params-check.ts';
import { refuseLive } from '../kind-check.ts';
import { ownRun } from '../own-bot.ts';
import { agreed, refuseRepeated } from './agreed.ts';

type ApplyContext = Context<typeof applyVersions>;
type Applied = Reply<typeof applyVersions>;
type Change = VersionsRequest['changes'][number];

/** A bot that is to change, with the strategy that it runs. */
interface ChangedBot {
  readonly row: BotRow;
  readonly runNo: number;
  readonly strategy: StrategyWithVersions;
}

/** A version that does not exist yet. */
interface NewVersion {
  readonly strategyId: string;
  readonly fromVersion: number;
  readonly params: BotParams;
}

/** Puts several bots on other versions of their strategies. */
export function applyVersionsRoute(): Route {
  return route(applyVersions, async (context) => {
    refuseLive(context.params.kind);
    const { isRepeat } = context;
    const bots = await context.read((tx) => changedBots(tx, context));
    refuseRepeated(
      bots.map(({ row }) => row.botId),
      'changes',
    );
    return isRepeat ? repeated(context, bots) : applyAll(context, bots);
  });
}

async function changedBots(tx: Tx, { caller, params, body }: ApplyContext): Promise<readonly ChangedBot[]> {
  const strategies = new Map<string, StrategyWithVersions | undefined>();
  const bots: ChangedBot[] = [];
  for (const [place, { strategyExecutorId }] of body.changes.entries()) {
    const { run, bot: row } = await ownRun(tx, caller.userId, { ...params, strategyExecutorId });
    const id = row.strategyId;
    if (id !== null && !strategies.has(id)) strategies.set(id, await findStrategy(tx, caller.userId, id));
    const strategy = id === null ? undefined : strategies.get(id);
    if (strategy === undefined) throw noVersion(place, 'runs no saved strategy');
    bots.push({ row, runNo: run.runNo, strategy });
  }
  return bots;
}

function noVersion(place: number, detail: string): ProblemError {
  return new ProblemError('STRATEGY_NOT_FOUND', [{ code: 'STRATEGY_NOT_FOUND', detail, path: ['changes', place] }]);
}

async function applyAll(context: ApplyContext, bots: readonly ChangedBot[]): Promise<Applied> {
  const { body, caller, services, address, answer } = context;
  const made = await newVersions(context, bots);
  const targets = bots.map((bot, place) => targetOf(bot, { ...at(body.changes, place), place, made }));
  const numbers = body.preview ? nextNumbers(made, bots) : await promised(context, made);
  const changes = bots.map((bot, place) => changeOf(bot, { context, place, target: at(targets, place), numbers }));
  const request = { ownerId: caller.userId, address, changes: addingOnce(changes) };
  const { runtime } = services;
  const outcome = await (body.preview
    ? runtime.previewVersions(request)
    : runtime.applyVersions({ ...request, ...answer }));
  const done = agreed(outcome, { list: 'changes', count: changes.length });
  if (made.length > 0 && !body.preview) services.touches.tell(caller.userId, 'strategies');
  return { isApplied: !body.preview, items: changes.map((change, place) => presented(change, at(done, place))) };
}

/** The versions to be made, each of which a bot must get. Others are served between two of them: each may be a long strategy. */
async function newVersions(context: ApplyContext, bots: readonly ChangedBot[]): Promise<readonly NewVersion[]> {
  const { newVersions: asked } = context.body;
  const made: NewVersion[] = [];
  const turns = turnsOfThread();
  for (const place of asked.keys()) {
    if (turns.isOver()) await turns.give();
    made.push(await newVersion(context, bots, place));
  }
  return made;
}

async function newVersion(context: ApplyContext, bots: readonly ChangedBot[], place: number): Promise<NewVersion> {
  const { body, params } = context;
  const { strategyId, fromVersion, params: given } = at(body.newVersions, place);
  const under = ['newVersions', place, 'params'];
  const parsed = parseParams(params.kind, given, under);
  await inspectParams(context, { kind: params.kind, params: parsed, under });
  const isMeant = body.changes.some(
    (change, index) =>
      change.toVersion === null && change.fromVersion === fromVersion && bots[index]?.row.strategyId === strategyId,
  );
  const isFirst =
    body.newVersions.findIndex((one) => one.strategyId === strategyId && one.fromVersion === fromVersion) === place;
  if (!isMeant) throw invalidField(['newVersions', place], 'is a version that no bot gets');
  if (!isFirst) throw invalidField(['newVersions', place], 'is made for the same version as one before');
  return { strategyId, fromVersion, params: parsed };
}

type Target = NewVersion | { readonly version: number; readonly params: BotParams };

function targetOf(
  { strategy: { strategy, versions } }: ChangedBot,
  change: ApplyContext['body']['changes'][number] & { readonly place: number; readonly made: readonly NewVersion[] },
): Target {
  const { fromVersion, toVersion, place, made } = change;
  const target =
    toVersion === null
      ? made.find((one) => one.strategyId === strategy.strategyId && one.fromVersion === fromVersion)
      : versions.find(({ version }) => version === toVersion);
  if (target !== undefined) return target;
  if (toVersion !== null) throw noVersion(place, 'names a version that its strategy does not have');
  throw invalidField(['changes', place, 'toVersion'], 'must be a version, or new_versions must have one for the bot');
}

type Numbers = ReadonlyMap<NewVersion, number>;

function numberIn<Key>(numbers: ReadonlyMap<Key, number>, key: Key): number {
  const number = numbers.get(key);
  assert(number !== undefined, 'a version that is made belongs to the strategy of a bot and has a number');
  return number;
}

/** The numbers that new versions would have now. */
function nextNumbers(made: readonly NewVersion[], bots: readonly ChangedBot[]): Numbers {
  const next = new Map(bots.map(({ strategy: { strategy } }) => [strategy.strategyId, nextVersion(strategy)]));
  return new Map(
    made.map((one) => {
      const number = numberIn(next, one.strategyId);
      next.set(one.strategyId, number + 1);
      return [one, number];
    }),
  );
}

/**
 * The numbers of new versions, which nobody else gets from here on; the engine stores them with its effect. Where it refuses,
 * they are left out.
 */
function promised({ caller, services }: ApplyContext, made: readonly NewVersion[]): Promise<Numbers> {
  const ownerId = caller.userId;
  return asUser(services.database, ownerId, async (tx) => {
    const numbers = new Map<NewVersion, number>();
    if (made.length === 0) return numbers;
    await holdRows(tx, 'strategies', ownerId);
    const { versions } = await countStrategies(tx, ownerId);
    if (versions + made.length > STRATEGY_VERSIONS_MAX) throw new ProblemError('STRATEGY_VERSIONS_FULL');
    for (const one of made) {
      numbers.set(one, await promiseVersion(tx, { ownerId, strategyId: one.strategyId }));
    }
    return numbers;
  });
}

function changeOf(
  { row, runNo, strategy: { strategy } }: ChangedBot,
  planned: {
    readonly context: ApplyContext;
    readonly place: number;
    readonly target: Target;
    readonly numbers: Numbers;
  },
): Change {
  const { body } = planned.context;
  const { target, numbers } = planned;
  const { botId, portfolioId } = row;
  const strategyVersion = 'version' in target ? target.version : numberIn(numbers, target);
  const { params } = target;
  const command = { type: 'apply-params', botId, params, paramsVersion: strategyVersion, when: body.when } as const;
  const { strategyId, kind, name } = strategy;
  return {
    ...{ portfolioId, command, runNo, strategyVersion },
    seen: { paramsVersion: at(body.changes, planned.place).fromVersion },
    ...('version' in target ? {} : { addsVersionTo: { strategyId, kind, name } }),
  };
}

/** A new version is stored with the first bot that gets it. */
function addingOnce(changes: readonly Change[]): readonly Change[] {
  const added = new Set<string>();
  return changes.map((change) => {
    const { addsVersionTo, ...rest } = change;
    if (addsVersionTo === undefined) return change;
    const version = JSON.stringify([addsVersionTo.strategyId, change.strategyVersion]);
    if (added.has(version)) return rest;
    added.add(version);
    return change;
  });
}

function presented(
  { command, seen }: Change,
  { bot, cancels, places, unchanged }: CarriedOut,
): Applied['items'][number] {
  return {
    botId: command.botId,
    fromVersion: seen.paramsVersion,
    toVersion: bot?.bot.paramsVersion ?? command.paramsVersion,
    orders: { cancels: cancels.length, places: places.length, unchanged },
  };
}

/** The answer to a repeat, from the bots as they are now. */
function repeated({ body }: ApplyContext, bots: readonly ChangedBot[]): Applied {
  const items = bots.map(({ row: { botId, strategyVersion } }, place) => {
    const { fromVersion } = at(body.changes, place);
    return { botId, fromVersion, toVersion: strategyVersion ?? fromVersion, orders: null };
  });
  return { isApplied: true, items };
}
