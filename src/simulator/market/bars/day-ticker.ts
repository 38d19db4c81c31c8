import { steps, ticks } from '#base/exact.ts';
import { DAY_MS, type Instant, instantOf, later, MINUTE_MS, startOf } from '#base/time.ts';
import type { DayTicker } from '../market.ts';
import type { SymbolTape } from '../tape/symbol-tape.ts';
import { type Bar, flatBar, joinedBars } from './bar.ts';
import type { SeriesBars } from './series-bars.ts';

/**
 * The last 24 hours of a symbol: the current minute and the 1,439 before it. Closed minutes are joined once a minute,
 * so a call within the minute costs only the trades of the current one.
 */
export function dayTickers(tape: SymbolTape, bars: SeriesBars): (now: Instant) => DayTicker | null {
  let known: { readonly minute: Instant; readonly bar: Bar | null } | null = null;
  const closed = (from: Instant, minute: Instant): Bar | null => {
    if (known?.minute !== minute) known = { minute, bar: bars.closed(from, minute) };
    return known.bar;
  };
  return (now) => {
    const latest = tape.latest(now);
    if (latest === null) return null;
    const minute = startOf(now, MINUTE_MS);
    const openTime = later(minute, MINUTE_MS - DAY_MS);
    const from = instantOf(Math.max(openTime, tape.listed.onboardDate));
    const bar = joinedBars(closed(from, minute), bars.open(now)) ?? flatBar(latest.price);
    const firstId = bar.trades === 0 ? -1 : latest.lastId - bar.trades + 1;
    return {
      open: ticks(bar.open),
      high: ticks(bar.high),
      low: ticks(bar.low),
      last: latest.price,
      lastQuantity: latest.quantity,
      volume: steps(bar.volume),
      quoteVolume: bar.quoteVolume,
      openTime,
      closeTime: now,
      firstId,
      lastId: bar.trades === 0 ? -1 : latest.lastId,
      trades: bar.trades,
    };
  };
}
