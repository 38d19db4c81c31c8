import { closeSync, fdatasync, openSync, readSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { type Instant, instantOf } from '#base/time.ts';
import { isFullDisk, whenThereIsRoom } from '#files/disk-full.ts';
import { EMPTY, type JournalEnd } from './journal.ts';

const OWNER_ONLY = 0o600;
const HEX = 16;
const DIGITS = 16;
const COUNT_DIGITS = 9;
const SUM_LENGTH = 8;
const LENGTH = DIGITS + 2 * COUNT_DIGITS + 2 * SUM_LENGTH + 5;
const sync = promisify(fdatasync);

/** Up to where the journals have been reported: the journal with this number has at least these lines. */
export interface JournalHead extends JournalEnd {
  readonly journal: number;
}

/** What the clock file says. */
export interface ClockContent {
  readonly market: Instant;
  /** Null in a file of an older version. */
  readonly head: JournalHead | null;
}

/**
 * The latest market time and the head of the journals, in a file of one line that is overwritten in place: cheap enough for
 * every step of the clock and every write of the journal.
 * Written data survives a kill of the process; synced data survives a power cut.
 */
export interface ClockFile {
  read(): Instant | null;
  write(market: Instant): void;
  /** Writes the head, with the next market time if there is none yet. The next sync includes it; one under way does not. */
  mark(head: JournalHead): void;
  synced(): Promise<void>;
  close(): void;
}

/** @param isPatient - whether a sync waits for room while the disk is full; otherwise that is an error */
export function openClockFile(file: string, isPatient: () => boolean): ClockFile {
  const descriptor = openSync(file, openFlags(file), OWNER_ONLY);
  let { market = null, head } = readClock(descriptor) ?? { head: NO_LINES };
  let isSynced = true;
  let syncing: Promise<void> | null = null;
  let isWritten = true;
  const writeLine = (): void => {
    if (market !== null) writeSync(descriptor, lineOf(market, head ?? NO_LINES), 0);
    isWritten = true;
  };
  const flushOnce = async (): Promise<void> => {
    if (!isWritten) writeLine();
    await sync(descriptor);
  };
  const flush = async (): Promise<void> => {
    while (!isSynced) {
      isSynced = true;
      await whenThereIsRoom(flushOnce, isPatient);
    }
    syncing = null;
  };
  /** A head alone begins no sync: nobody waits for it. */
  let isMarked = false;
  const overwrite = (): void => {
    try {
      writeLine();
    } catch (error) {
      if (!isFullDisk(error)) throw error;
      isWritten = false;
    }
  };
  return {
    read: () => market,
    write(to) {
      market = to;
      overwrite();
      isSynced = false;
    },
    mark(to) {
      head = to;
      overwrite();
      isMarked = true;
    },
    synced() {
      if (isMarked) isSynced = false;
      isMarked = false;
      if (isSynced && syncing === null) return Promise.resolve();
      syncing ??= flush();
      return syncing;
    },
    close: () => closeSync(descriptor),
  };
}

/** Opens for reading and writing without truncating; creates a missing file. */
function openFlags(file: string): string {
  closeSync(openSync(file, 'a', OWNER_ONLY));
  return 'r+';
}

const NO_LINES: JournalHead = { journal: 0, ...EMPTY };

function readClock(descriptor: number): ClockContent | null {
  const buffer = Buffer.alloc(LENGTH);
  return clockIn(buffer.subarray(0, readSync(descriptor, buffer, 0, LENGTH, 0)).toString('latin1'));
}

function lineOf(market: Instant, { journal, lines, sum }: JournalHead): string {
  const counts = [journal, lines].map((count) => String(count).padStart(COUNT_DIGITS, '0'));
  const text = [String(market).padStart(DIGITS, '0'), ...counts, hexOf(sum)].join(' ');
  return `${text} ${sumOf(text)}\n`;
}

const LINE = /^(\d{16})(?: (\d{9}) (\d{9}) ([0-9a-f]{8}))? ([0-9a-f]{8})\n$/;

/**
 * The content of a clock file; null for a line torn by a power cut, which is ignored because the journal has an older
 * instant.
 */
export function clockIn(text: string): ClockContent | null {
  const match = LINE.exec(text);
  if (match === null || sumOf(text.slice(0, -SUM_LENGTH - 2)) !== match[5]) return null;
  const [, market, journal, lines, sum] = match;
  const head =
    sum === undefined ? null : { journal: Number(journal), lines: Number(lines), sum: Number.parseInt(sum, HEX) };
  return { market: instantOf(Number(market)), head };
}

function sumOf(text: string): string {
  return hexOf(crc32(text));
}

function hexOf(sum: number): string {
  return sum.toString(HEX).padStart(SUM_LENGTH, '0');
}
