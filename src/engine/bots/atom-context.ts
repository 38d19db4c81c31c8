import type { BotParams } from '../model/bot-params.ts';
import type { Instrument } from '../model/instrument.ts';
import type { Ladder } from '../risk/ladder/ladder.ts';
import type { EntrySignal, Signal } from './signal.ts';

/** Everything besides its state that an atom's transition may read: its instrument and parameters. */
export interface AtomContext {
  readonly instrument: Instrument;
  /** How many orders of the atom may rest: both directions of a symbol share the instrument's limit. */
  readonly restingMax: number;
  /** The parameters of new cycles. */
  readonly params: BotParams;
  /** When a new cycle opens; null: at the next close. */
  readonly signal: EntrySignal | null;
  /** When the safety orders of a cycle with these parameters execute at market; null: they rest in the book. */
  readonly stepSignalOf: (params: BotParams) => Signal | null;
  readonly paramsVersion: number;
  readonly runNo: number;
  /** Reads parameters as a ladder; the same parameters give the same ladder. */
  readonly ladderOf: (params: BotParams) => Ladder;
  /** Whether a cancelled order has ended at once, as in a simulation; at an exchange it may still fill. */
  readonly isCancelFinal: boolean;
  /** Whether the transition reports all its notes, or only what keeps the bot from its plan. */
  readonly hasLog: boolean;
}
