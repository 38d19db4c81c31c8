import { type Instant, instantOf, later, MINUTE_MS, startOf } from '#base/time.ts';
import type { MarketEvent, MarkPrice } from '#ports/market-source.ts';

/** The newest instant in an event of the streams; null when it contains none. */
export function heardOf(event: MarketEvent): Instant | null {
  switch (event.kind) {
    case 'candle':
      return later(event.candle.time, MINUTE_MS);
    case 'open-candle':
      return event.candle.time;
    case 'tickers':
      return latest(event.tickers);
    case 'marks':
      return latest(event.marks);
    case 'gap':
      return null;
  }
}

/** The newest instant of some figures; null if there are none. */
export function latest(figures: readonly Pick<MarkPrice, 'at'>[]): Instant | null {
  return figures.length === 0 ? null : instantOf(Math.max(...figures.map(({ at }) => at)));
}

/** The minute that has closed last at an instant of market time. */
export function closedBy(time: Instant): Instant {
  return later(startOf(time, MINUTE_MS), -MINUTE_MS);
}
