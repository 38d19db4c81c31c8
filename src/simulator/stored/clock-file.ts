import { closeSync, fdatasync, openSync, readSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { type Instant, instantOf } from '#base/time.ts';

const OWNER_ONLY = 0o600;
const DIGITS = 16;
const SUM_LENGTH = 8;
const LENGTH = DIGITS + 1 + SUM_LENGTH + 1;
const sync = promisify(fdatasync);

/**
 * The latest market time, in a file of one line that is overwritten in place: cheap enough for every step of the clock.
 * Written data survives a kill of the process; synced data survives a power cut.
 */
export interface ClockFile {
  read(): Instant | null;
  write(market: Instant): void;
  synced(): Promise<void>;
  close(): void;
}

export function openClockFile(file: string): ClockFile {
  const descriptor = openSync(file, openFlags(file), OWNER_ONLY);
  let isSynced = true;
  let syncing: Promise<void> | null = null;
  const flush = async (): Promise<void> => {
    while (!isSynced) {
      isSynced = true;
      await sync(descriptor);
    }
    syncing = null;
  };
  return {
    read: () => readClock(descriptor),
    write(market) {
      const digits = String(market).padStart(DIGITS, '0');
      writeSync(descriptor, `${digits} ${sumOf(digits)}\n`, 0);
      isSynced = false;
    },
    synced() {
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

function readClock(descriptor: number): Instant | null {
  const buffer = Buffer.alloc(LENGTH);
  return clockIn(buffer.subarray(0, readSync(descriptor, buffer, 0, LENGTH, 0)).toString('latin1'));
}

/**
 * The market time in the content of a clock file; null for a line torn by a power cut, which is ignored because the
 * journal has an older instant.
 */
export function clockIn(text: string): Instant | null {
  const match = /^(\d{16}) ([0-9a-f]{8})\n$/.exec(text);
  if (match === null || sumOf(match[1] ?? '') !== match[2]) return null;
  return instantOf(Number(match[1]));
}

function sumOf(text: string): string {
  return crc32(text).toString(16).padStart(SUM_LENGTH, '0');
}
