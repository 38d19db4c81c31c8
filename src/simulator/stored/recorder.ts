import path from 'node:path';
import type { Instant } from '#base/time.ts';
import { whenThereIsRoom } from '#files/disk-full.ts';
import { openClockFile } from './clock-file.ts';
import {
  CHAIN_MARK,
  EMPTY,
  type Journal,
  type JournalEnd,
  type JournalOpening,
  journalName,
  openJournal,
} from './journal.ts';
import { CLOCK_FILE } from './state-files.ts';
import {
  type JournalEntry,
  type JournalLine,
  type StoredSnapshot,
  type StoredState,
  storeSnapshot,
} from './stored-state.ts';

/** After this many entries the journal is folded into a snapshot, so that a restart has less to replay. */
const ENTRIES_MAX = 5_000;

/** Writes the journal and the clock file. */
export interface Recorder {
  append(entry: JournalEntry): void;
  moved(market: Instant): void;
  /** Resolves when everything appended so far, and market time, are on disk. */
  settled(): Promise<void>;
  /** Folds the journal into a snapshot when it has grown long, or is left from another time. */
  foldIfLong(take: () => Omit<StoredSnapshot, 'journal'>): Promise<void>;
  /** Whether writing waits for room while the disk is full; at first that is an error. */
  waitForRoom(isWaited: boolean): void;
  close(last: Omit<StoredSnapshot, 'journal'>): Promise<void>;
}

/**
 * Continues the journals of a state that was read. A state with several journals, or with one of an older version, is folded
 * at the next opportunity.
 */
export async function openRecorder(
  folder: string,
  { journal: number, end, journals, entries }: StoredState,
): Promise<Recorder> {
  let isWaiting = false;
  const isPatient = (): boolean => isWaiting;
  const clockFile = openClockFile(path.join(folder, CLOCK_FILE), isPatient);
  let current = end === null ? number + 1 : number;
  let count = current > number || journals > 1 ? ENTRIES_MAX : entries.length;
  let folding: Promise<void> | null = null;
  let headed: number | null = current === number && journals === 1 ? current : null;

  // Whatever is reported is in the file of the clock too, so that a journal that ends earlier is known to be cut. The head
  // stays at the oldest journal until a snapshot covers it; what comes after is not reported before.
  const begun = (at: number, from: JournalEnd): Promise<Journal<JournalLine>> =>
    openBegun(path.join(folder, journalName(at)), {
      from,
      isPatient,
      onSynced: (to) => {
        if (at === headed) clockFile.mark({ journal: at, ...to });
      },
    });
  let journal = await begun(current, end ?? EMPTY);
  if (headed !== null) clockFile.mark({ journal: current, ...journal.end() });

  const fold = async (take: () => Omit<StoredSnapshot, 'journal'>): Promise<void> => {
    const next = await whenThereIsRoom(() => begun(current + 1, EMPTY), isPatient);
    const ended = journal;
    const taken = take(); // Nothing may happen between taking the snapshot and switching journals.
    journal = next;
    current += 1;
    count = 0;
    await ended.close();
    await whenThereIsRoom(() => storeSnapshot(folder, { ...taken, journal: current }), isPatient);
    headed = current;
    clockFile.mark({ journal: current, ...next.end() });
  };

  return {
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
    waitForRoom(isWaited) {
      isWaiting = isWaited;
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
async function openBegun(file: string, opening: JournalOpening): Promise<Journal<JournalLine>> {
  const journal = await openJournal<JournalLine>(file, opening);
  if (opening.from.lines === 0) journal.append(CHAIN_MARK);
  await journal.synced();
  return journal;
}
