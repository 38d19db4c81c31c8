import type { CandleInterval } from '#base/candle-interval.ts';
import type { Signal } from '../bots/signal.ts';
import type { SymbolHistory } from '../model/history.ts';
import type { BarTable } from '../scan/bar-table.ts';

/** What a signal decides about a cycle: its opening, its next step, its end. */
export type SignalRole = 'entry' | 'step' | 'exit';

/** The part of a signal that says when it is judged, and where it cannot act. */
export type SearchedSignal = Pick<Signal, 'reads' | 'actsOver'>;

/** What searches of a stored past have found out about the signals of an atom. It follows from the past alone. */
export interface SearchedPast {
  readonly stored: SymbolHistory;
  readonly tables: Map<CandleInterval, BarTable>;
  readonly judged: Map<SignalRole, Judgements>;
}

/** At which bars of a past a signal acts, as far as that has been judged. */
export interface Judgements {
  readonly signal: SearchedSignal;
  /** Place on the grid of the first bar. */
  readonly first: number;
  /** 1 where it acts, 0 where it does not, `NOT_JUDGED` where that is not known yet. */
  readonly acts: Uint8Array;
}

export const NOT_JUDGED = 255;
