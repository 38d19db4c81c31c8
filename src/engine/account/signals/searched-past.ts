import type { EntrySignal, PastOpening, PastSignal } from '../../bots/signal.ts';
import type { StoredPast } from '../../bots/stored-past.ts';
import type { SymbolHistory } from '../../model/history.ts';

/** What a signal decides about a cycle: its opening, its next step, its end. */
export type SignalRole = 'entry' | 'step' | 'exit';

/** What searches of a stored past have found out about the signals of an atom. It follows from the past alone. */
export interface SearchedPast {
  readonly stored: SymbolHistory;
  readonly past: StoredPast;
  readonly judged: Map<SignalRole, JudgedSignal>;
}

/** A signal, and what it says over the stored past. */
export interface JudgedSignal {
  readonly signal: EntrySignal;
  readonly over: PastSignal;
  /** Decides the size and the stop of a cycle; null where the atom's parameters do. */
  readonly opening: PastOpening | null;
}
