import { type Instant, instantOf, later, MINUTE_MS, startOf } from '#base/time.ts';
import type { AggregateTrade, PriceBounds } from '../market.ts';
import { countUntil, type SymbolTape } from './symbol-tape.ts';

/** Trades in (after, until]. */
export function tradesBetween(tape: SymbolTape, after: Instant, until: Instant): readonly AggregateTrade[] {
  const end = lastMoment(tape, until);
  const found: AggregateTrade[] = [];
  const first = startOf(instantOf(Math.max(after, tape.listed.onboardDate)), MINUTE_MS);
  for (let minute = first; minute <= end; minute = later(minute, MINUTE_MS)) {
    const trades = tape.trades(minute);
    for (const trade of trades.slice(countUntil(trades, after), countUntil(trades, until))) found.push(trade);
  }
  return found;
}

/** The prices that trades in (after, until] stay between, from the candles of their minutes; null without any. */
export function boundsBetween(tape: SymbolTape, after: Instant, until: Instant): PriceBounds | null {
  const end = lastMoment(tape, until);
  let bounds: PriceBounds | null = null;
  const first = startOf(instantOf(Math.max(after, tape.listed.onboardDate)), MINUTE_MS);
  for (let minute = first; minute <= end; minute = later(minute, MINUTE_MS)) {
    const candle = tape.candle(minute);
    if (candle === null || candle.volume === 0) continue;
    const { low, high }: PriceBounds = bounds ?? candle;
    bounds = { low: Math.min(low, candle.low), high: Math.max(high, candle.high) };
  }
  return bounds;
}

/**
 * At most `limit` trades from an id on, up to `now`. The minute of the first one is found from the trade counts before
 * each minute.
 */
export function tradesFrom(
  tape: SymbolTape,
  { id, limit, now }: { readonly id: number; readonly limit: number; readonly now: Instant },
): readonly AggregateTrade[] {
  const end = lastMoment(tape, now);
  const found: AggregateTrade[] = [];
  for (let minute = minuteOf(tape, id, end); minute <= end && found.length < limit; minute = later(minute, MINUTE_MS)) {
    const trades = tape.trades(minute);
    const first = Math.max(0, id - (trades[0]?.id ?? id)); // Ids are consecutive.
    for (const trade of trades.slice(first, countUntil(trades, now))) found.push(trade);
  }
  return found.slice(0, limit);
}

/** The minute that contains trade `id`: the last one before which fewer trades were made. */
function minuteOf({ listed, countsBefore }: SymbolTape, id: number, end: number): Instant {
  let [from, to] = [Math.floor(listed.onboardDate / MINUTE_MS), Math.floor(end / MINUTE_MS)];
  while (from < to) {
    const middle = Math.ceil((from + to) / 2);
    if (countsBefore(instantOf(middle * MINUTE_MS)).prints < id) from = middle;
    else to = middle - 1;
  }
  return instantOf(from * MINUTE_MS);
}

/** Nothing is traded after a symbol was delisted. */
function lastMoment({ listed }: SymbolTape, until: Instant): number {
  return listed.haltedAt === null ? until : Math.min(until, listed.haltedAt - 1);
}
