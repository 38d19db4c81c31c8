import type { Instant } from '#base/time.ts';
import type { OrderBook, SimulatedMarket } from '../../market/market.ts';
import type { Liquidations } from './liquidations.ts';
import type { Tape } from './tape.ts';

/** A moment at which streams may send messages. */
export interface Beat {
  /** Market time. */
  readonly now: Instant;
  /** Time for cadences, in milliseconds: wall time, or market time in step mode. */
  readonly paceMs: number;
  /** Whether market time runs faster than wall time, so that messages are conflated. */
  readonly isConflated: boolean;
  /** Whether this turn has used its time, so that remaining streams should wait for the next beat. */
  readonly isOver: () => boolean;
}

/** One stream; it is polled only while it has subscribers. */
export interface MarketStream {
  /** Symbols whose trades it depends on. */
  readonly follows: readonly string[];
  /** Milliseconds between messages; 0 means every tick. */
  readonly everyMs: number;
  /** @returns JSON texts in sending order */
  tell(beat: Beat): readonly string[];
  /** Called at every whole minute of market time, in order, at any speed, so that no close is lost. */
  atMinute?(minute: Instant): readonly string[];
}

/** The order books as the exchange shows them: with what accounts have resting in them. */
export interface Books {
  book(symbol: string, now: Instant, levels?: number): OrderBook | null;
  /** The same with orders of retail price improvement, which the public book does not show. */
  improved(symbol: string): OrderBook | null;
  /** Changes whenever an account has changed the book of the symbol. */
  revision(symbol: string): number;
}

/** Sources of the streams. */
export interface StreamSources {
  readonly market: SimulatedMarket;
  readonly tape: Tape;
  readonly books: Books;
  readonly liquidations: Liquidations;
}

/** USDT-margined contracts; coin-margined ones, which are not simulated, are 2. */
export const ST_USDT_MARGINED = 1;
