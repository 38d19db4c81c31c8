import type { SymbolHistory } from '#engine/model/history.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import type { LadderParams } from '#engine/model/ladder-params.ts';
import type { SweepAccount } from '#engine/sweep/plan.ts';
import type { SweepMemory } from './sweep-memory.ts';

/** What a worker receives when it starts: its number among the workers, from 0. */
export interface WorkerData {
  readonly worker: number;
}

/** The parameters that the jobs from now on are run with; sent once for all symbols. */
export interface SetsMessage {
  readonly type: 'sets';
  readonly sets: readonly LadderParams[];
}

/** One symbol to be run with all sets. Its arrays and the memory are shared: what travels is where they lie. */
export interface JobMessage {
  readonly type: 'job';
  readonly history: SymbolHistory;
  /** Minutes by index: from the first one, `to` excluded. */
  readonly from: number;
  readonly to: number;
  readonly instrument: Instrument;
  readonly account: SweepAccount;
  readonly memory: SweepMemory;
  /** How many workers share the job. */
  readonly workers: number;
}

export type MessageToWorker = SetsMessage | JobMessage;

/** The only answer: nothing of the job is left to take. */
export type MessageFromWorker = 'ended';
