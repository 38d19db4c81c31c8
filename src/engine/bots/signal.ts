import type { Cash, Rate, Ticks } from '#base/exact.ts';
import type { RuleReading } from '../model/atom.ts';
import type { BotParams } from '../model/bot-params.ts';
import type { Instrument } from '../model/instrument.ts';
import type { Direction } from '../model/order.ts';
import type { HeldPosition } from '../model/position.ts';
import type { MarketWindow, WindowSpec } from '../model/window.ts';
import type { StoredPast } from './stored-past.ts';

/** The positions of a bot on a symbol, by direction; one that it does not trade is flat. */
export type HeldPositions = Readonly<Record<Direction, HeldPosition>>;

/** What an atom sees when it is asked whether it acts. */
export interface SeenBars {
  readonly instrument: Instrument;
  readonly direction: Direction;
  /** In the order in which they were declared. */
  readonly windows: readonly MarketWindow[];
  readonly positions: HeldPositions;
}

/** When an atom acts: pure functions that see only closed bars and the positions of the bot. */
export interface Signal {
  /** The windows that are read. Judged when a bar of the first window closes; without windows, every minute. */
  readonly reads: readonly WindowSpec[];
  /** Called only when every window is complete. */
  acts(seen: SeenBars): boolean;
  /**
   * Judges a whole stored past at once, so that a run finds the next bar at which it acts without asking at each. It says
   * what `acts` says at the close of the same bar. Omitted: the signal is judged at one close after the other.
   */
  overPast?(past: StoredPast, direction: Direction): PastSignal;
}

/** A signal over a stored past. A bar is named by its place on the grid of the first window. */
export interface PastSignal {
  acts(place: number, positions: HeldPositions): boolean;
  /** The first place from `from` up to but not including `to` at which it acts, while the positions stay; else `to`. */
  next(from: number, to: number, positions: HeldPositions): number;
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
  reading(windows: readonly MarketWindow[], past: readonly MarketWindow[], seen: ReadFrom): RuleReading;
}

/** Whose rule is explained. */
export type ReadFrom = Pick<SeenBars, 'instrument' | 'direction' | 'positions'>;

/** The parameters of a cycle that opens. */
export interface CycleOpening {
  /** The windows that are read, all of them complete where the signal acts. */
  readonly reads: readonly WindowSpec[];
  cycleParams(seen: Omit<SeenBars, 'positions'>, terms: CycleTerms): BotParams;
  /** The same over a stored past, as numbers, and the parameters of a cycle with them. */
  overPast(past: StoredPast, direction: Direction): PastOpening;
  paramsWith(direction: Direction, sized: SizedCycle): BotParams;
}

/** What the cycle of a direction that opens at the close of a bar is worth, and how far from its entry its stop lies. */
export type PastOpening = (place: number, terms: CycleTerms) => SizedCycle;

export interface SizedCycle {
  readonly notional: Cash;
  /** Null: the stop lies at a percent, or there is none. */
  readonly stopTicks: number | null;
}
