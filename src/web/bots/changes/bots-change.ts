import { trimDecimal } from '#base/decimal.ts';
import { moveBots, setConditions } from '#contract/bots/several.ts';
import type { BotKind } from '#engine/model/bot.ts';
import { api } from '#web/api/api.ts';
import type { Bot } from '#web/api/trading-queries.ts';

/** The two percentages of a bot, which are always sent together; null: off. */
export type Exits = Readonly<Record<'takeProfitPercent' | 'stopLossPercent', string | null>>;

interface Change<Value> {
  readonly bot: Pick<Bot, 'botId' | 'strategyExecutorId' | 'name'>;
  readonly from: Value;
  readonly to: Value;
}

/** One change of several bots of a kind, which the server carries out whole or not at all. */
export type BotsChange =
  | { readonly type: 'exits'; readonly kind: BotKind; readonly items: readonly Change<Exits>[] }
  /** From and to portfolios, by id. */
  | { readonly type: 'move'; readonly kind: BotKind; readonly items: readonly Change<string>[] };

/** Sends a change. @throws ApiError BOTS_REFUSED with the reasons of each refused bot */
export function sendChange(change: BotsChange) {
  const params = { kind: change.kind };
  if (change.type === 'exits') {
    const changes = change.items.map(({ bot, from, to }) => ({ strategyExecutorId: bot.strategyExecutorId, from, to }));
    return api(setConditions, { params, body: { changes } });
  }
  const moves = change.items.map(({ bot, from, to }) => ({
    botId: bot.botId,
    fromPortfolioId: from,
    toPortfolioId: to,
  }));
  return api(moveBots, { params, body: { moves } });
}

/** The change that takes this one back. */
export function takenBack(change: BotsChange): BotsChange {
  return change.type === 'exits'
    ? { ...change, items: change.items.map(({ bot, from, to }) => ({ bot, from: to, to: from })) }
    : { ...change, items: change.items.map(({ bot, from, to }) => ({ bot, from: to, to: from })) };
}

/** Whether every bot still is as the change left it, in the same run: only then can it be taken back. */
export function isInForce(change: BotsChange, bots: readonly Bot[]): boolean {
  const byId = new Map(bots.map((bot) => [bot.botId, bot]));
  if (change.type === 'move') return change.items.every(({ bot, to }) => byId.get(bot.botId)?.portfolioId === to);
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
