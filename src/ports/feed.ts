import type { Instant } from '#base/time.ts';
import type { MarketMinute } from '#engine/model/account.ts';
import type { Candle } from '#engine/model/candle.ts';
import type { Instrument } from '#engine/model/instrument.ts';

/**
 * The source of market data: instruments, closed minutes and settled funding, all in market time. Its head, the last
 * closed minute, moves on by itself; minutes up to it never change.
 */
export interface Feed {
  /** Live: listings come, filters change; an instrument's grids never do while the program runs. */
  readonly instruments: ReadonlyMap<string, Instrument>;
  /** Open of the oldest readable minute. */
  readonly firstMinute: Instant;
  /** Open of the minute at which the market stood when it was opened here for the first time. */
  readonly startMinute: Instant;
  /** Open of the last closed minute that is complete for every held symbol. Never goes back. */
  closed(): Instant;
  /** Called after `closed` has advanced; returns a function to unsubscribe. */
  onClosed(listener: () => void): () => void;
  /**
   * From now on `closed` passes a minute only when it is complete for these symbols too; call it before anything
   * depends on them. Resolves when all their minutes from `from`, or from their listing, are stored. Holds are
   * permanent.
   * @throws AppError EXCHANGE_UNAVAILABLE when the exchange cannot provide them; may be called again
   */
  hold(symbols: Iterable<string>, from: Instant): Promise<void>;
  /** How much of what a hold asks for is stored: the share of minutes, of candles and of marks, 0 to 1. */
  storedShare(symbols: Iterable<string>, from: Instant): number;
  /** The closed minute that opened at `time`: candles of every symbol, marks of those that are held. Any minute from `firstMinute` to `closed()`. */
  minute(time: Instant): MarketMinute;
  /** Consecutive candles of a symbol, `from` and `to` as minute opens, `to` excluded; oldest first. */
  candles(symbol: string, from: Instant, to: Instant): readonly Candle[];
  /**
   * The same minutes joined into one bar that opens at `from`; null when there are none. Cheaper than reading its
   * minutes.
   */
  bar(symbol: string, from: Instant, to: Instant): Candle | null;
  /** The repetition of a recording that contains the minute: 1 is the recording itself; null without a recording. */
  round(time: Instant): number | null;
}
