import type { BotParams } from '../model/bot-params.ts';
import type { Instrument } from '../model/instrument.ts';
import type { Ladder } from '../risk/ladder/ladder.ts';

/** What an atom's transition may look at besides its state: constants of its instrument and parameters. */
export interface AtomContext {
  readonly instrument: Instrument;
  /** How many orders of the atom may rest: both directions of a symbol share what the instrument takes. */
  readonly restingMax: number;
  /** What a new cycle is opened with. */
  readonly params: BotParams;
  readonly paramsVersion: number;
  readonly runNo: number;
  /** Reads parameters as the orders of a cycle; the same parameters give the same ladder. */
  readonly ladderOf: (params: BotParams) => Ladder;
  /** Whether the transition reports all its notes, or only what keeps the bot from its plan. */
  readonly hasLog: boolean;
}
