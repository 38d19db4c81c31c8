import { DAY_MINUTES, DAY_MS, type Instant } from '#base/time.ts';
import type { MarketHistory, Stretch } from '../model/history.ts';
import { indexOf } from '../scan/market-minutes.ts';
import { minutesIn } from './minute-holes.ts';

/** The minutes in which none of some symbols of a history has a market, ascending. */
export function closedMinutes(history: Pick<MarketHistory, 'symbols'>, symbols: readonly string[]): readonly Stretch[] {
  const [first, ...others] = symbols.map((symbol) => history.symbols.get(symbol)?.frozen ?? []);
  return others.reduce(commonMinutes, first ?? []);
}

/** The minutes that are in a stretch of both lists. @param one - ascending and disjoint, as the other list */
export function commonMinutes(one: readonly Stretch[], other: readonly Stretch[]): readonly Stretch[] {
  return one.flatMap(({ from, to }) =>
    other
      .map((stretch) => ({ from: Math.max(from, stretch.from), to: Math.min(to, stretch.to) }))
      .filter((stretch) => stretch.from < stretch.to),
  );
}

/**
 * Whether an instant is a 00:00 UTC behind a day without a market, which is no daily return of reports, stored points or portfolios.
 * @param closed - minutes of the history in which no symbol has a market, ascending
 */
export function idleFrom(closed: readonly Stretch[], history: Pick<MarketHistory, 'start'>, at: Instant): boolean {
  if (closed.length === 0 || at % DAY_MS !== 0) return false;
  const to = indexOf(history, at);
  return minutesIn(closed, { from: to - DAY_MINUTES, to }) === DAY_MINUTES;
}
