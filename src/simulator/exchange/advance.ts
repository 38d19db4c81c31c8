import { at } from '#base/assert.ts';
import { HOUR_MS, type Instant, instantOf, MINUTE_MS, SECOND_MS, startOf } from '#base/time.ts';
import type { AggregateTrade } from '../market/market.ts';
import { endAlgo } from './algos/end-algo.ts';
import { showPrice } from './algos/trigger-algo.ts';
import { type ExchangeState, type SymbolState, standAt } from './exchange-state.ts';
import { chargeFunding } from './funds/charge-funding.ts';
import { EXPIRY, endOrder } from './orders/end-order.ts';
import { fillNextPart } from './orders/fill-parts.ts';
import { meetTrades } from './orders/meet-trade.ts';
import { markPrice } from './positions/valuation.ts';
import { watchMargin } from './positions/watch-margin.ts';
import { isBusy } from './resting-orders.ts';
import { forgetOld } from './retention.ts';

/** How much market time is read from the tape at once, so that a long gap is worked through in slices. */
const SLICE_MS = MINUTE_MS;

/**
 * Advances market time. The result does not depend on how the time is divided into calls: trades, expiry dates and
 * settlements take effect at their own instants, mark prices at whole seconds. Events of the same instant are processed
 * in this order: trades by symbol, funding, expiry dates, marks.
 */
export function advance(state: ExchangeState, to: Instant): void {
  while (state.at < to) {
    const until = instantOf(Math.min(to, startOf(state.at, SLICE_MS) + SLICE_MS));
    const symbolStates = busySymbols(state);
    if (symbolStates.length > 0 || state.dated.size + state.parting.size > 0) passSlice(state, symbolStates, until);
    standAt(state, until);
    if (until % HOUR_MS === 0) forgetOld(state);
  }
}

function busySymbols({ symbolStates, parting }: ExchangeState): SymbolState[] {
  const inParts = new Set(Array.from(parting, ({ row }) => row.symbol));
  const busy = [...symbolStates.values()].filter(
    (symbolState) => isBusy(symbolState) || inParts.has(symbolState.listed.instrument.symbol),
  );
  return busy.sort((a, b) => (a.listed.instrument.symbol < b.listed.instrument.symbol ? -1 : 1));
}

/** An event at an instant; of several the lowest rank comes first, then the one found first. */
interface Moment {
  readonly time: Instant;
  readonly rank: number;
  readonly act: () => void;
}

function passSlice(state: ExchangeState, symbolStates: readonly SymbolState[], until: Instant): void {
  const moments = [
    ...symbolStates.flatMap((symbolState) => tradeMoments(state, symbolState, until)),
    ...symbolStates.flatMap((symbolState) => fundingMoments(state, symbolState, until)),
  ];
  moments.sort((a, b) => a.time - b.time || a.rank - b.rank);
  let next = 0;
  while (state.at < until) {
    const second = instantOf(startOf(state.at, SECOND_MS) + SECOND_MS);
    const end = instantOf(Math.max(state.at, Math.min(until, second, nextTimer(state))));
    for (let moment = moments[next]; moment !== undefined && moment.time <= end; moment = moments[next]) {
      standAt(state, moment.time);
      moment.act();
      next += 1;
      if (nextTimer(state) < end) break;
    }
    if (nextTimer(state) < end) continue;
    standAt(state, end);
    runTimers(state);
    if (end === second) watchMarks(state, symbolStates);
  }
}

/** Only resting and conditional orders need the trades; positions depend on the mark. */
function tradeMoments(state: ExchangeState, symbolState: SymbolState, until: Instant): Moment[] {
  const { symbol } = symbolState.listed.instrument;
  const waits = symbolState.algos.length > 0 || isReached(state, symbolState, until);
  if (!waits && !Array.from(state.parting).some(({ row }) => row.symbol === symbol)) return [];
  const trades = state.market.trades(symbol, state.at, until);
  return byTime(trades).map((together) => ({
    time: at(together, 0).time,
    rank: 0,
    act: () => meetTrades(state, symbolState, together),
  }));
}

function byTime(trades: readonly AggregateTrade[]): readonly AggregateTrade[][] {
  const groups: AggregateTrade[][] = [];
  for (const trade of trades) {
    const last = groups.at(-1);
    if (last?.[0]?.time === trade.time) last.push(trade);
    else groups.push([trade]);
  }
  return groups;
}

/** Whether a price of the market may reach a resting order; most minutes stay away from all of them. */
function isReached(state: ExchangeState, { listed, buys, sells }: SymbolState, until: Instant): boolean {
  const [buy, sell] = [buys[0]?.row.price ?? null, sells[0]?.row.price ?? null];
  if (buy === null && sell === null) return false;
  const bounds = state.market.bounds(listed.instrument.symbol, state.at, until);
  if (bounds === null) return false;
  return (buy !== null && buy >= bounds.low) || (sell !== null && sell <= bounds.high);
}

function fundingMoments(state: ExchangeState, { listed }: SymbolState, until: Instant): Moment[] {
  const { symbol } = listed.instrument;
  const settlements = state.market.settlements(symbol, instantOf(state.at + 1), until);
  return settlements.map((settlement) => ({
    time: settlement.time,
    rank: 1,
    act: () => chargeFunding(state, symbol, settlement),
  }));
}

/** When the next expiry date or partial fill is due; infinity when there is none. */
function nextTimer({ dated, parting }: ExchangeState): number {
  let next = Number.POSITIVE_INFINITY;
  for (const { row } of dated) next = Math.min(next, row.goodTillDate);
  for (const { parts } of parting) next = Math.min(next, parts?.nextAt ?? next);
  return next;
}

function runTimers(state: ExchangeState): void {
  for (const open of byPriority(state.dated)) {
    if (open.row.goodTillDate > state.at) continue;
    if ('extreme' in open) endAlgo(state, open, { status: 'EXPIRED' });
    else endOrder(state, open, { status: 'EXPIRED', expiryReason: EXPIRY.none });
  }
  for (const order of byPriority(state.parting)) {
    if (order.parts !== null && order.parts.nextAt <= state.at) fillNextPart(state, order);
  }
}

function byPriority<Open extends { readonly priority: number }>(open: ReadonlySet<Open>): Open[] {
  return [...open].sort((a, b) => a.priority - b.priority);
}

/** Checks the conditional orders that watch the mark, then the margin of every account with a position. */
function watchMarks(state: ExchangeState, symbolStates: readonly SymbolState[]): void {
  for (const symbolState of symbolStates) {
    if (!symbolState.algos.some(({ row }) => row.workingType === 'MARK_PRICE')) continue;
    showPrice(state, symbolState, { of: 'MARK_PRICE', price: markPrice(state, symbolState.listed.instrument.symbol) });
  }
  if (!symbolStates.some(({ holders }) => holders.size > 0)) return;
  for (const account of state.accounts.values()) if (account.holdings.size > 0) watchMargin(state, account);
}
