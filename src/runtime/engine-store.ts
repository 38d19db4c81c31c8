import type { Instant } from '#base/time.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import type { StoredNote } from '#storage/assets/store-notes.ts';
import type { Database } from '#storage/database/database.ts';
import { type AccountBatch, type StoredCommand, storeBatches } from '#storage/recorder/recorder.ts';
import { type PaperAccount, pendingCount, takeAccountBatch } from './paper-account.ts';
import { type WriteBehind, writeBehind } from './write-behind.ts';

const COMMIT_EVERY_MS = 200;
/** How often the minute of a quiet account is stored, so that little has to be rerun after a crash. */
const CHECKPOINT_EVERY_MS = 30_000;
const CLOCK_EVERY_MS = 1_000;
/** Rows that may wait for the database; with more, the engine waits too. */
const PENDING_MAX = 5_000;

/** Everything that one transaction of the engine stores. */
export interface StoreJob {
  readonly batches: readonly AccountBatch[];
  readonly commands: readonly StoredCommand[];
  readonly notes: readonly StoredNote[];
  readonly clock: Instant;
}

/** What the store collects from, and what it calls after a commit. */
export interface EngineStoreOptions {
  readonly engine: Database;
  /** As `PaperRuntimeOptions` has it. */
  readonly memberId?: string | undefined;
  readonly instruments: ReadonlyMap<string, Instrument>;
  readonly accounts: ReadonlyMap<string, PaperAccount>;
  readonly clock: () => Instant;
  committed(job: StoreJob): void;
  log(line: string): void;
}

export interface EngineStore extends WriteBehind {
  /** Queues a command that was carried out; it is stored with everything its account decided up to and including it. */
  remember(command: StoredCommand): void;
  /** Queues a change to a user's note on an asset; it is stored with everything decided up to it. */
  rememberNote(note: StoredNote): void;
  /** Whether so many rows wait that the engine must wait. */
  isFull(): boolean;
}

/** Stores the records of all accounts, the commands and the clock together. */
export function engineStore(options: EngineStoreOptions): EngineStore {
  const { engine, memberId, instruments, accounts, clock } = options;
  let commands: StoredCommand[] = [];
  let notes: StoredNote[] = [];
  let checkpointAt = performance.now();
  let clockAt = Number.NEGATIVE_INFINITY;
  let isLast = false;

  const take = (): StoreJob | null => {
    const now = performance.now();
    if (isLast || now - checkpointAt >= CHECKPOINT_EVERY_MS) {
      checkpointAt = now;
      for (const { pending } of accounts.values()) pending.isCheckpoint = true;
    }
    const batches = [...accounts.values()]
      .filter(isStoredHere)
      .map(takeAccountBatch)
      .filter((batch) => batch !== null);
    const isEmpty = batches.length + commands.length + notes.length === 0;
    if (isEmpty && now - clockAt < CLOCK_EVERY_MS && !isLast) return null;
    const job = { batches, commands, notes, clock: clock() };
    commands = [];
    notes = [];
    clockAt = now;
    return job;
  };

  const behind = writeBehind<StoreJob>({
    everyMs: COMMIT_EVERY_MS,
    take,
    store: (job) => storeBatches(engine, { ...job, instruments, memberId }),
    committed: options.committed,
    log: options.log,
  });
  return {
    flush: behind.flush,
    trouble: behind.trouble,
    remember: (command) => commands.push(command),
    rememberNote: (note) => notes.push(note),
    isFull: () =>
      [...accounts.values()].filter(isStoredHere).reduce((count, paper) => count + pendingCount(paper), 0) >
      PENDING_MAX,
    async stop() {
      isLast = true;
      await behind.stop();
    },
  };
}

/** The exchange account of a live portfolio stores it, before its orders are sent. */
const isStoredHere = ({ isLive }: PaperAccount): boolean => isLive !== true;
