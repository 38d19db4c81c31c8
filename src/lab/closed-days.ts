import { DAY_MINUTES, DAY_MS, type Instant } from '#base/time.ts';
import type { MarketHistory, Stretch } from '#engine/model/history.ts';
import { indexOf } from '#engine/scan/market-minutes.ts';
import { minutesIn } from '#engine/schedule/minute-holes.ts';

/** The minutes in which none of the symbols of a run has a market, ascending. */
export function closedMinutes(history: Pick<MarketHistory, 'symbols'>, symbols: readonly string[]): readonly Stretch[] {
  const [first, ...others] = symbols.map((symbol) => history.symbols.get(symbol)?.frozen ?? []);
  return others.reduce((closed, frozen) => closed.flatMap((one) => common(one, frozen)), first ?? []);
}

/** Whether an instant is a 00:00 UTC behind a day without a market. @param closed - as `closedMinutes` returns them */
export function idleFrom(closed: readonly Stretch[], history: Pick<MarketHistory, 'start'>, at: Instant): boolean {
  if (closed.length === 0 || at % DAY_MS !== 0) return false;
  const to = indexOf(history, at);
  return minutesIn(closed, { from: to - DAY_MINUTES, to }) === DAY_MINUTES;
}

function common({ from, to }: Stretch, others: readonly Stretch[]): readonly Stretch[] {
  return others
    .map((other) => ({ from: Math.max(from, other.from), to: Math.min(to, other.to) }))
    .filter((one) => one.from < one.to);
}
