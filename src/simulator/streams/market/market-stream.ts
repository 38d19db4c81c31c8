import type { Instant } from '#base/time.ts';
import type { SimulatedMarket } from '../../market/market.ts';
import type { Tape } from './tape.ts';

/** The moment at which streams may speak. */
export interface Beat {
  /** Market time. */
  readonly now: Instant;
  /** What cadences are counted by, in milliseconds: wall time, or market time while the clock steps. */
  readonly paceMs: number;
  /** Whether market time runs faster than wall time, so that not everything can be told. */
  readonly isConflated: boolean;
  /** Whether this turn has taken long enough, so that what can wait for the next beat should. */
  readonly isOver: () => boolean;
}

/** What one stream has to say; it is asked only while somebody hears it. */
export interface MarketStream {
  /** Whose trades it goes by. */
  readonly follows: readonly string[];
  /** Milliseconds from one message to the next; 0 is at every tick. */
  readonly everyMs: number;
  /** @returns JSON texts in the order in which they are sent */
  tell(beat: Beat): readonly string[];
  /** Asked at every whole minute of market time, in order, whatever the speed: of what closed then nothing is lost. */
  atMinute?(minute: Instant): readonly string[];
}

/** What streams are made from. */
export interface StreamSources {
  readonly market: SimulatedMarket;
  readonly tape: Tape;
}

/** Of the contracts margined in USDT; coin-margined ones, which are not simulated, are 2. */
export const ST_USDT_MARGINED = 1;
