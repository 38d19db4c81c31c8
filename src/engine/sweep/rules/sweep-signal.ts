import type { PastOpening, PastSignal } from '../../bots/signal.ts';

/** A signal as a run asks for it: by the minutes of its history. */
export interface SweepSignal {
  readonly over: PastSignal;
  readonly barMinutes: number;
  /** Minutes on the grid of its bars before the first of the history. */
  readonly opened: number;
}

/** The rules of an atom, judged over its past. */
export interface SweepRules {
  readonly entry: SweepSignal | null;
  readonly exit: SweepSignal | null;
  /** Decides the size and the stop of a cycle as it opens; null: its ladder has them. */
  readonly opening: PastOpening | null;
}
