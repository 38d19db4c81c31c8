import { trimDecimal } from '#base/decimal.ts';
import { applyVersions } from '#contract/bots/apply-versions.ts';
import { moveBots, setConditions } from '#contract/bots/several.ts';
import type { Reply, SentBody } from '#contract/call.ts';
import type { BotKind } from '#engine/model/bot.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import { api } from '#web/api/api.ts';
import type { Bot } from '#web/api/trading-queries.ts';

/** The two percentages of a bot, which are always sent together; null: off. */
export type Exits = Readonly<Record<'takeProfitPercent' | 'stopLossPercent', string | null>>;

interface Change<Value> {
  readonly bot: Pick<Bot, 'botId' | 'strategyExecutorId' | 'name'>;
  readonly from: Value;
  readonly to: Value;
}

export type When = SentBody<typeof applyVersions>['when'];
export type AppliedVersions = Reply<typeof applyVersions>;

interface VersionsOf {
  readonly kind: BotKind;
  /** What becomes of open cycles. */
  readonly when: When;
  /** Versions that the change makes, each for the bots that are on `fromVersion` of its strategy. */
  readonly made: readonly { readonly strategyId: string; readonly fromVersion: number; readonly params: BotParams }[];
}

/** Bots that are to get versions made for them, before their numbers are known. */
export interface VersionsEdit extends VersionsOf {
  readonly items: readonly Omit<Change<number>, 'to'>[];
}

/** One change of several bots of a kind, which the server carries out whole or not at all. */
export type BotsChange =
  | { readonly type: 'exits'; readonly kind: BotKind; readonly items: readonly Change<Exits>[] }
  /** From and to versions of their strategies; all of them exist, or all are made. */
  | (VersionsOf & { readonly type: 'versions'; readonly items: readonly Change<number>[] })
  /** From and to portfolios, by id. */
  | { readonly type: 'move'; readonly kind: BotKind; readonly items: readonly Change<string>[] };

/**
 * Sends a change.
 * @returns it as it was carried out: every version exists
 * @throws ApiError BOTS_REFUSED with the reasons of each refused bot
 */
export async function sendChange(change: BotsChange): Promise<BotsChange> {
  const params = { kind: change.kind };
  if (change.type === 'versions') return sendVersions(change);
  if (change.type === 'exits') {
    const changes = change.items.map(({ bot, from, to }) => ({ strategyExecutorId: bot.strategyExecutorId, from, to }));
    await api(setConditions, { params, body: { changes } });
    return change;
  }
  const moves = change.items.map(({ bot, from, to }) => ({
    botId: bot.botId,
    fromPortfolioId: from,
    toPortfolioId: to,
  }));
  await api(moveBots, { params, body: { moves } });
  return change;
}

type VersionsChange = Extract<BotsChange, { type: 'versions' }>;

async function sendVersions(change: VersionsChange): Promise<BotsChange> {
  const { kind, items, made } = change;
  const changes = items.map(({ bot, from, to }) => ({
    strategyExecutorId: bot.strategyExecutorId,
    fromVersion: from,
    toVersion: made.length > 0 ? null : to,
  }));
  const body = { when: change.when, newVersions: [...made], changes };
  const done = await api(applyVersions, { params: { kind }, body });
  const numbers = new Map(done.items.map(({ botId, toVersion }) => [botId, toVersion]));
  return { ...change, made: [], items: items.map((item) => ({ ...item, to: numbers.get(item.bot.botId) ?? item.to })) };
}

/** What an edit would do: the numbers of its versions, and orders. @throws ApiError as `sendChange` does */
export function previewVersions(
  { kind, when, made, items }: VersionsEdit,
  signal: AbortSignal,
): Promise<AppliedVersions> {
  const changes = items.map(({ bot, from }) => ({
    ...{ strategyExecutorId: bot.strategyExecutorId, fromVersion: from, toVersion: null },
  }));
  return api(applyVersions, {
    params: { kind },
    body: { when, newVersions: [...made], changes, preview: true },
    signal,
  });
}

/** The change that takes this one back. */
export function takenBack(change: BotsChange): BotsChange {
  if (change.type === 'exits') return { ...change, items: change.items.map(turned) };
  return change.type === 'versions'
    ? { ...change, items: change.items.map(turned) }
    : { ...change, items: change.items.map(turned) };
}

const turned = <Value>({ bot, from, to }: Change<Value>): Change<Value> => ({ bot, from: to, to: from });

/** Whether every bot still is as the change left it, in the same run: only then can it be taken back. */
export function isInForce(change: BotsChange, bots: readonly Bot[]): boolean {
  const byId = new Map(bots.map((bot) => [bot.botId, bot]));
  if (change.type === 'move') return change.items.every(({ bot, to }) => byId.get(bot.botId)?.portfolioId === to);
  if (change.type === 'versions') {
    return change.items.every(({ bot, to }) => {
      const now = byId.get(bot.botId);
      return now?.strategyExecutorId === bot.strategyExecutorId && now.strategyVersion === to;
    });
  }
  return change.items.every(({ bot, to }) => {
    const now = byId.get(bot.botId);
    if (now?.strategyExecutorId !== bot.strategyExecutorId) return false;
    const has = trimmedExits(now);
    return has.takeProfitPercent === to.takeProfitPercent && has.stopLossPercent === to.stopLossPercent;
  });
}

/** The percentages of a bot without trailing zeros, so that they compare as text. */
export function trimmedExits(bot: Exits): Exits {
  return { takeProfitPercent: trimmed(bot.takeProfitPercent), stopLossPercent: trimmed(bot.stopLossPercent) };
}

const trimmed = (text: string | null): string | null => (text === null ? null : trimDecimal(text));
