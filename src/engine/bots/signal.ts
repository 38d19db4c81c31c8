import type { Cash, Rate, Ticks } from '#base/exact.ts';
import type { RuleReading } from '../model/atom.ts';
import type { BotParams } from '../model/bot-params.ts';
import type { Cycle } from '../model/cycle.ts';
import type { Instrument } from '../model/instrument.ts';
import type { Direction } from '../model/order.ts';
import type { MarketWindow, WindowSpec } from '../model/window.ts';

/** What an atom sees when it is asked whether it acts. */
export interface SeenBars {
  readonly instrument: Instrument;
  readonly direction: Direction;
  /** In the order in which they were declared. */
  readonly windows: readonly MarketWindow[];
}

/** When an atom acts: pure functions that see only closed bars. */
export interface Signal {
  /** The windows that are read. Judged when a bar of the first window closes; without windows, every minute. */
  readonly reads: readonly WindowSpec[];
  /** Called only when every window is complete. */
  acts(seen: SeenBars): boolean;
  /**
   * Judges many closes at once: 1 where it acts at one of the last `count` closes of the first window, else 0. The
   * windows begin where they would at each of these closes, and end with the last one. Only for windows that have a
   * `block`. Omitted: the signal is judged at one close after the other.
   */
  actsOver?(seen: SeenBars, count: number): Uint8Array;
}

/** What a cycle is opened on, besides the market's past. */
export interface CycleTerms {
  /** The close at which it is decided. */
  readonly price: Ticks;
  /** The balance of the account, and the limit of its committed margin; null is none. */
  readonly wallet: Cash;
  readonly limit: Cash | null;
  /** The stop-loss that the bot's conditions give to the cycle; null is none. */
  readonly stopLoss: Rate | null;
}

/** When an atom opens a cycle. */
export interface EntrySignal extends Signal {
  /** What decides the size or the exits of a cycle when it opens; omitted, it takes the atom's parameters as they are. */
  readonly opening?: CycleOpening;
  /** Explains the entry rule of a direction, for those who ask; null where the direction has none. */
  readerOf?(direction: Direction): RuleReader | null;
}

/** Explains a rule at its last close. */
export interface RuleReader {
  /** The windows of the rule, and the same with a longer past. */
  readonly reads: readonly WindowSpec[];
  readonly past: readonly WindowSpec[];
  reading(windows: readonly MarketWindow[], past: readonly MarketWindow[], instrument: Instrument): RuleReading;
}

/** The parameters of a cycle that opens. */
export interface CycleOpening {
  /** The windows that are read, all of them complete where the signal acts. */
  readonly reads: readonly WindowSpec[];
  cycleParams(seen: SeenBars, terms: CycleTerms): BotParams;
}

/** When an open position is closed: like any signal, and it knows the cycle. */
export interface ExitSignal extends Pick<Signal, 'reads' | 'actsOver'> {
  acts(seen: SeenBars, cycle: Cycle): boolean;
}
