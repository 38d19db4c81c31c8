import { statSync } from 'node:fs';
import path from 'node:path';
import type { Instant } from '#base/time.ts';
import { openClockFile } from './clock-file.ts';
import { type Journal, journalName, openJournal } from './journal.ts';
import {
  BEGINNING,
  CLOCK_FILE,
  type JournalEntry,
  type JournalLine,
  type StoredSnapshot,
  storeSnapshot,
} from './stored-state.ts';

/** After this many entries the journal is folded into a snapshot, so that a restart has less to replay. */
const ENTRIES_MAX = 5_000;

/** Writes the journal and the clock file. */
export interface Recorder {
  /** Market time of the clock file; null for a new market. */
  readonly clock: Instant | null;
  append(entry: JournalEntry): void;
  moved(market: Instant): void;
  /** Resolves when everything appended so far, and market time, are on disk. */
  settled(): Promise<void>;
  /** Folds the journal into a snapshot when it has grown long. */
  foldIfLong(take: () => Omit<StoredSnapshot, 'journal'>): Promise<void>;
  close(last: Omit<StoredSnapshot, 'journal'>): Promise<void>;
}

/** @param number - number of the journal to continue */
export async function openRecorder(folder: string, number: number, entries: number): Promise<Recorder> {
  const clockFile = openClockFile(path.join(folder, CLOCK_FILE));
  let journal = await openBegun(folder, number);
  let count = entries;
  let current = number;
  let folding: Promise<void> | null = null;

  const fold = async (take: () => Omit<StoredSnapshot, 'journal'>): Promise<void> => {
    const next = await openBegun(folder, current + 1);
    const ended = journal;
    const taken = take(); // Nothing may happen between taking the snapshot and switching journals.
    journal = next;
    current += 1;
    count = 0;
    await ended.close();
    await storeSnapshot(folder, { ...taken, journal: current });
  };

  return {
    clock: clockFile.read(),
    append(entry) {
      journal.append(entry);
      count += 1;
    },
    moved: (market) => clockFile.write(market),
    settled: async () => {
      await Promise.all([folding, journal.synced(), clockFile.synced()]);
    },
    async foldIfLong(take) {
      if (count < ENTRIES_MAX || folding !== null) return;
      folding = fold(take);
      await folding;
      folding = null;
    },
    async close(last) {
      await folding;
      await fold(() => last);
      await journal.close();
      await clockFile.synced();
      clockFile.close();
    },
  };
}

/** Opens a journal; the first line of a new one is on disk when this resolves. */
async function openBegun(folder: string, number: number): Promise<Journal<JournalLine>> {
  const file = path.join(folder, journalName(number));
  const isNew = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0;
  const journal = await openJournal<JournalLine>(file);
  if (isNew) journal.append(BEGINNING);
  await journal.synced();
  return journal;
}
