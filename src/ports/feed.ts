import type { Instant } from '#base/time.ts';
import type { MarketMinute } from '#engine/model/account.ts';
import type { Candle } from '#engine/model/candle.ts';
import type { Instrument } from '#engine/model/instrument.ts';

/** Where market data comes from: instruments, closed minutes and settled funding, all on market time. */
export interface Feed {
  readonly instruments: ReadonlyMap<string, Instrument>;
  /** Open of the oldest minute that can be read. */
  readonly firstMinute: Instant;
  /** Open of the minute at which the market stands at a first start. */
  readonly startMinute: Instant;
  /** The closed minute that opened at `time`, every symbol. Any minute from `firstMinute` on, however late. */
  minute(time: Instant): MarketMinute;
  /** Consecutive candles of a symbol, `from` and `to` as minute opens, `to` excluded; oldest first. */
  candles(symbol: string, from: Instant, to: Instant): readonly Candle[];
  /** The same minutes as one bar that opens at `from`; null when there are none. Made without making its minutes. */
  bar(symbol: string, from: Instant, to: Instant): Candle | null;
  /** Which repetition of a recording the minute lies in: 1 is the recording itself, null for a live feed. */
  round(time: Instant): number | null;
}
