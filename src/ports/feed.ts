import type { Instant } from '#base/time.ts';
import type { MarketMinute } from '#engine/model/account.ts';
import type { Candle } from '#engine/model/candle.ts';
import type { Instrument } from '#engine/model/instrument.ts';

/**
 * Where market data comes from: instruments, closed minutes and settled funding, all on market time. It has a head, the
 * last closed minute, which moves on by itself; a minute behind it never changes.
 */
export interface Feed {
  /** Live: listings come, filters change; an instrument's grids never do while the program runs. */
  readonly instruments: ReadonlyMap<string, Instrument>;
  /** Open of the oldest minute that may be asked for. */
  readonly firstMinute: Instant;
  /** Open of the minute at which the market stood when it was opened here for the first time. */
  readonly startMinute: Instant;
  /** Open of the last closed minute that is complete for every held symbol. Never goes back. */
  closed(): Instant;
  /** Called after `closed` moved on; returns the way out. */
  onClosed(listener: () => void): () => void;
  /**
   * From now on `closed` passes a minute only when it is complete for these symbols too; to be asked before anything
   * depends on them. Resolves when their minutes from `from`, or from their listing on, are all there. Never forgets.
   * @throws AppError EXCHANGE_UNAVAILABLE when the exchange cannot give them; may be asked again
   */
  hold(symbols: Iterable<string>, from: Instant): Promise<void>;
  /** The closed minute that opened at `time`, every symbol. Any minute from `firstMinute` to `closed()`. */
  minute(time: Instant): MarketMinute;
  /** Consecutive candles of a symbol, `from` and `to` as minute opens, `to` excluded; oldest first. */
  candles(symbol: string, from: Instant, to: Instant): readonly Candle[];
  /** The same minutes as one bar that opens at `from`; null when there are none. Made without making its minutes. */
  bar(symbol: string, from: Instant, to: Instant): Candle | null;
  /** Which repetition of a recording the minute lies in: 1 is the recording itself, null where nothing is replayed. */
  round(time: Instant): number | null;
}
