import type { BotKind } from '#engine/model/bot.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import type { SymbolHistory } from '#engine/model/history.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import type { SweepAccount } from '#engine/sweep/plan.ts';
import type { SweepMemory } from './sweep-memory.ts';

/** Start-up data of a worker: its number among the workers, from 0. */
export interface WorkerData {
  readonly worker: number;
}

/** The parameter sets of all following jobs; sent once for all symbols. */
export interface SetsMessage {
  readonly type: 'sets';
  readonly sets: readonly BotParams[];
}

/** One symbol to be run with all sets. Its arrays and the memory are shared, so only references are sent. */
export interface JobMessage {
  readonly type: 'job';
  readonly history: SymbolHistory;
  /** Minute indexes from `from` up to but not including `to`. */
  readonly from: number;
  readonly to: number;
  readonly instrument: Instrument;
  readonly account: SweepAccount;
  /** Of all its sets. */
  readonly kind: BotKind;
  readonly memory: SweepMemory;
  /** How many workers share the job. */
  readonly workers: number;
}

export type MessageToWorker = SetsMessage | JobMessage;

/** The only reply: no sets of the job are left to take. */
export type MessageFromWorker = 'ended';
