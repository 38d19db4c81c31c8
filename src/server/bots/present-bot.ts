import type * as z from 'zod/mini';
import { assert } from '#base/assert.ts';
import { cashText } from '#base/decimal.ts';
import { add, type Cash, subtract, sum, ZERO_CASH, ZERO_STEPS } from '#base/exact.ts';
import { DAY_MS, type Instant } from '#base/time.ts';
import type { atom, bot } from '#contract/bot.ts';
import { familyOf } from '#engine/bots/families.ts';
import type { AtomView, BotSnapshot } from '#engine/model/account.ts';
import type { AtomState } from '#engine/model/atom.ts';
import { averagePrice, countedIn, type Instrument, priceText, quantityText } from '#engine/model/instrument.ts';
import { atomIdOf, cycleIdOf, runIdOf } from '#engine/model/record.ts';
import { protectionOf } from '#engine/risk/orders/protection.ts';
import type { BotNow, Runtime, RuntimeMirror, RuntimeReads } from '#ports/runtime.ts';
import type { BotRow } from '#storage/bots.ts';
import type { Tx } from '#storage/database/database.ts';
import { dailyResults, sumResults, totalResults } from '#storage/roll-ups/results.ts';
import { turnsOfThread } from '../http/answers/turns-of-thread.ts';
import { marketNow } from '../http/context.ts';
import { lastDays } from '../http/period.ts';
import { cashOf, maybeTimeText, timeText } from '../http/text.ts';

export type BotReply = z.output<typeof bot>;
export type AtomReply = z.output<typeof atom>;

export const SPARK_DAYS = 30;

/** Results of a bot's ended cycles up to the current market time. */
interface BotFigures {
  readonly resultToday: Cash;
  readonly result7d: Cash;
  readonly resultTotal: Cash;
  /** Cumulative at the end of each of the last 30 days, oldest first; the last is today so far. */
  readonly spark: readonly Cash[];
}

/** Figures of any number of bots, in a fixed number of queries. */
async function botFigures(
  tx: Tx,
  ownerId: string,
  options: { readonly botIds: readonly string[]; readonly now: Instant },
): Promise<(botId: string) => BotFigures> {
  const { botIds, now } = options;
  const over = (days: number) => sumResults(tx, ownerId, { by: 'bot', ids: botIds, period: lastDays(now, days) });
  const sparkPeriod = lastDays(now, SPARK_DAYS);
  const [total, day, week, buckets] = await Promise.all([
    totalResults(tx, ownerId, { by: 'bot', ids: botIds }),
    over(1),
    over(7),
    dailyResults(tx, ownerId, { botIds, period: sparkPeriod }),
  ]);
  const days = Map.groupBy(buckets, (bucket) => bucket.id);
  return (botId) => {
    const resultTotal = cashOf(total.get(botId)?.result ?? '0');
    return {
      resultToday: cashOf(day.get(botId)?.result ?? '0'),
      result7d: cashOf(week.get(botId)?.result ?? '0'),
      resultTotal,
      spark: cumulated(resultTotal, days.get(botId) ?? [], sparkPeriod.from),
    };
  };
}

/** Running totals by day that end at `total`. */
function cumulated(total: Cash, days: readonly { at: Instant; result: string }[], from: Instant): readonly Cash[] {
  const byDay = new Map(days.map((day) => [Number(day.at), cashOf(day.result)]));
  let running = subtract(total, sum(byDay.values()));
  return Array.from({ length: SPARK_DAYS }, (_unused, index) => {
    running = add(running, byDay.get(from + index * DAY_MS) ?? ZERO_CASH);
    return running;
  });
}

/** Bots as they are stored, with their figures. */
export interface StoredBots {
  readonly rows: readonly BotRow[];
  readonly figures: ReadonlyMap<string, BotFigures>;
}

/** Adds the figures up to the current market time to the rows of bots. */
export async function readBots(
  tx: Tx,
  ownerId: string,
  { rows, runtime }: { readonly rows: readonly BotRow[]; readonly runtime: RuntimeMirror },
): Promise<StoredBots> {
  const botIds = rows.map((row) => row.botId);
  const figuresOf = await botFigures(tx, ownerId, { botIds, now: marketNow(runtime) });
  return { rows, figures: new Map(botIds.map((botId) => [botId, figuresOf(botId)])) };
}

/**
 * Bots as the API returns them: as they are stored, with their live state in the engine. Of many bots others are served in
 * between.
 * @param botsNow - asks for the live state; left out, the runtime is asked, and a busy engine fails the request
 */
export async function presentBots(
  { rows, figures }: StoredBots,
  runtime: Runtime,
  botsNow: RuntimeReads['botsNow'] = runtime.botsNow,
): Promise<BotReply[]> {
  const live = await botsNow(rows);
  const turns = turnsOfThread();
  const replies: BotReply[] = [];
  for (const row of rows) {
    const known = figures.get(row.botId);
    assert(known !== undefined, `figures were read of the bot ${row.botId}`);
    replies.push(presentBot(row, known, liveOr(live.get(row.botId), row), runtime));
    if (turns.isOver()) await turns.give();
  }
  return replies;
}

/** The bot in the engine, or as it was last stored if it no longer runs there. */
function liveOr(live: BotNow | undefined, { snapshot }: BotRow): BotNow {
  return live ?? { snapshot, views: [], committed: ZERO_CASH };
}

function presentBot(row: BotRow, figures: BotFigures, live: BotNow, runtime: RuntimeMirror): BotReply {
  const { views } = live;
  const engineBot = live.snapshot.bot;
  const atoms = presentAtoms(live, runtime);
  return {
    botId: row.botId,
    name: row.name,
    kind: row.kind,
    execution: row.execution ?? 'paper',
    portfolioId: row.portfolioId,
    portfolioName: row.portfolioName,
    strategyExecutorId: runIdOf(row.botId, engineBot.runNo),
    runNo: engineBot.runNo,
    strategyId: row.strategyId,
    strategyName: row.strategyName,
    strategyVersion: row.strategyVersion,
    pendingVersion: row.pendingVersion,
    comment: row.comment,
    symbols: [...engineBot.symbols],
    params: engineBot.params,
    isEnterBuyEnabled: engineBot.isEnterBuyEnabled,
    isEnterSellEnabled: engineBot.isEnterSellEnabled,
    stopLossPercent: engineBot.stopLossPercent,
    takeProfitPercent: engineBot.takeProfitPercent,
    state: engineBot.state,
    stateReason: engineBot.stateReason,
    createdAt: timeText(row.createdAt),
    startedAt: maybeTimeText(row.startedAt),
    finishedAt: maybeTimeText(row.finishedAt),
    deletedAt: maybeTimeText(row.deletedAt),
    atoms,
    unrealized: cashText(sum(views.map((view) => view.unrealized))),
    resultToday: cashText(figures.resultToday),
    result7d: cashText(figures.result7d),
    resultTotal: cashText(figures.resultTotal),
    cyclesClosed: row.cyclesClosed,
    committedMargin: cashText(live.committed),
    spark: figures.spark.map(cashText),
  };
}

/** The atoms of a bot in the order of its symbols. */
export function presentAtoms(
  { snapshot, views }: Pick<BotNow, 'snapshot' | 'views'>,
  runtime: Pick<RuntimeMirror, 'instruments'>,
): AtomReply[] {
  return snapshot.bot.atoms.map((state) => {
    const instrument = runtime.instruments.get(state.symbol);
    if (instrument === undefined) throw new Error(`Internal error: expected that ${state.symbol} is a known symbol`);
    const view = views.find((seen) => seen.symbol === state.symbol && seen.direction === state.direction) ?? null;
    return presentAtom({ snapshot, state, instrument: countedIn(instrument, snapshot.grids), view });
  });
}

interface AtomParts {
  readonly snapshot: BotSnapshot;
  readonly state: AtomState;
  readonly instrument: Instrument;
  /** Null for a bot that no longer runs in the engine. */
  readonly view: AtomView | null;
}

function presentAtom({ snapshot, state, instrument, view }: AtomParts): AtomReply {
  const engineBot = snapshot.bot;
  const key = { botId: engineBot.botId, symbol: state.symbol, direction: state.direction };
  const { cycle } = state;
  const params = cycle?.params ?? engineBot.params;
  const price = (ticks: AtomView['mark'] | undefined) => (ticks == null ? null : priceText(instrument, ticks));
  const isFlat = cycle === null || cycle.position.quantity === 0;
  return {
    atomId: atomIdOf(key),
    botId: engineBot.botId,
    symbol: state.symbol,
    direction: state.direction,
    positionSide: state.direction === 'buy' ? 'LONG' : 'SHORT',
    state: state.phase,
    blockedBy: view?.isEnteredByRule === true ? null : state.blockedBy,
    skippedBy: view?.isEnteredByRule === true ? state.blockedBy : null,
    cooldownUntil: maybeTimeText(state.cooldownUntil),
    paramsVersion: cycle?.paramsVersion ?? engineBot.paramsVersion,
    currentCycleId: cycle === null ? null : cycleIdOf(key, cycle.seq),
    cycleSeq: state.cyclesOpened,
    enterPositionDate: maybeTimeText(cycle?.beginAt ?? null),
    quantity: quantityText(instrument, cycle?.position.quantity ?? ZERO_STEPS),
    averagePrice: isFlat ? null : cashText(averagePrice(instrument, cycle.position.cost, cycle.position.quantity)),
    mark: price(view?.mark),
    levelsFilled: cycle?.levelsFilled ?? 0,
    levelsTotal: familyOf(engineBot.kind).stepsOf(params),
    levelPrices: (view?.levelPrices ?? []).map((ticks) => priceText(instrument, ticks)),
    nextLevelPrice: price(view?.nextLevelPrice),
    takeProfitPrice: price(view?.takeProfitPrice),
    stopLossPrice: price(view?.stopLossPrice),
    protection: protectionOf(state, view?.stopLossPrice ?? null),
    liquidationPrice: price(view?.liquidationPrice),
    unrealized: cashText(view?.unrealized ?? ZERO_CASH),
    initialMargin: cashText(view?.initialMargin ?? ZERO_CASH),
  };
}
