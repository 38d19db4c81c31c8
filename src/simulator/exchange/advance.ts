import { HOUR_MS, type Instant, instantOf, MINUTE_MS, SECOND_MS, startOf } from '#base/time.ts';
import type { Trade } from '../market/market.ts';
import { endAlgo } from './algos/end-algo.ts';
import { showPrice } from './algos/trigger-algo.ts';
import { isBusy } from './desk.ts';
import { type Desk, type ExchangeState, standAt } from './exchange-state.ts';
import { settleFunding } from './funds/settle-funding.ts';
import { EXPIRY, endOrder } from './orders/end-order.ts';
import { fillNextPart } from './orders/fill-parts.ts';
import { meetTrade } from './orders/meet-trade.ts';
import { markOf } from './positions/valuation.ts';
import { watchMargin } from './positions/watch-margin.ts';
import { forgetOld } from './retention.ts';

/** How far one look at the tape reaches, so that a long absence is worked through piece by piece. */
const SLICE_MS = MINUTE_MS;

/**
 * Lets market time pass. What happens does not depend on the steps in which it passes: trades act at their own instants,
 * dates and settlements at theirs, marks at whole seconds. At one instant: trades by symbol, funding, dates, marks.
 */
export function advance(state: ExchangeState, to: Instant): void {
  while (state.at < to) {
    const until = instantOf(Math.min(to, startOf(state.at, SLICE_MS) + SLICE_MS));
    const desks = busyDesks(state);
    if (desks.length > 0 || state.dated.size + state.parting.size > 0) passSlice(state, desks, until);
    standAt(state, until);
    if (until % HOUR_MS === 0) forgetOld(state);
  }
}

function busyDesks({ desks, parting }: ExchangeState): Desk[] {
  const inParts = new Set(Array.from(parting, ({ row }) => row.symbol));
  const busy = [...desks.values()].filter((desk) => isBusy(desk) || inParts.has(desk.listed.instrument.symbol));
  return busy.sort((a, b) => (a.listed.instrument.symbol < b.listed.instrument.symbol ? -1 : 1));
}

/** Something that happens at an instant; of several the lowest rank comes first, then the one found first. */
interface Moment {
  readonly time: Instant;
  readonly rank: number;
  readonly act: () => void;
}

function passSlice(state: ExchangeState, desks: readonly Desk[], until: Instant): void {
  const moments = [
    ...desks.flatMap((desk) => tradeMoments(state, desk, until)),
    ...desks.flatMap((desk) => fundingMoments(state, desk, until)),
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
    if (end === second) watchMarks(state, desks);
  }
}

/** Only what rests or waits has to see the tape; a position looks at its mark. */
function tradeMoments(state: ExchangeState, desk: Desk, until: Instant): Moment[] {
  const { symbol } = desk.listed.instrument;
  const waits = desk.buys.length + desk.sells.length + desk.algos.length > 0;
  if (!waits && !Array.from(state.parting).some(({ row }) => row.symbol === symbol)) return [];
  const trades = state.market.trades(symbol, state.at, until);
  const act = (trade: Trade) => () => meetTrade(state, desk, trade);
  return trades.map((trade) => ({ time: trade.time, rank: 0, act: act(trade) }));
}

function fundingMoments(state: ExchangeState, { listed }: Desk, until: Instant): Moment[] {
  const { symbol } = listed.instrument;
  const settlements = state.market.settlements(symbol, instantOf(state.at + 1), until);
  return settlements.map((settlement) => ({
    time: settlement.time,
    rank: 1,
    act: () => settleFunding(state, symbol, settlement),
  }));
}

/** When the next date or part is due; never where there is none. */
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

/** Conditional orders that watch the mark look at it, then every account with a position weighs what it can carry. */
function watchMarks(state: ExchangeState, desks: readonly Desk[]): void {
  for (const desk of desks) {
    if (!desk.algos.some(({ row }) => row.workingType === 'MARK_PRICE')) continue;
    showPrice(state, desk, { of: 'MARK_PRICE', price: markOf(state, desk.listed.instrument.symbol) });
  }
  if (!desks.some(({ holders }) => holders.size > 0)) return;
  for (const account of state.accounts.values()) if (account.holdings.size > 0) watchMargin(state, account);
}
