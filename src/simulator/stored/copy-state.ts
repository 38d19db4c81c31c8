import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#base/errors.ts';
import type { Instant } from '#base/time.ts';
import { clockIn } from './clock-file.ts';
import { journalNumber } from './journal.ts';
import { CLOCK_FILE, OWN_FILES, SETUP_FILE } from './state-files.ts';
import { stateIn, withoutTornLines } from './stored-state.ts';

const ATTEMPTS_MAX = 40;
const RETRY_MS = 250;
/** A clock read while it was written is whole the next time; one torn by a power cut stays torn. */
const CLOCK_ATTEMPTS_MAX = 4;

/** The files of a simulated exchange as of one moment. */
export interface StateCopy {
  /** The content by name. */
  readonly files: ReadonlyMap<string, string>;
  /** Market time of its clock; null for a market that has not moved yet. */
  readonly clock: Instant | null;
}

/**
 * Copies the state of a simulated exchange, whether or not it is running: what a start after a kill at this moment would
 * find.
 * @returns null when the folder holds no simulated exchange
 * @throws AppError SIMULATOR_DAMAGED, SIMULATOR_BUSY
 */
export async function copyState(folder: string): Promise<StateCopy | null> {
  for (let attempt = 1; ; attempt += 1) {
    const before = await stateFiles(folder);
    if (!before.includes(SETUP_FILE)) return null;
    // Folding the journal into a snapshot replaces files, and entries go to the next journal before the last ones are in
    // the previous one. With two journals the copy counts only if neither changed in between.
    if (before.filter(isJournal).length > 1) await sleep(RETRY_MS);
    const copied = await readAll(folder, before);
    const clockText = copied?.get(CLOCK_FILE);
    const clock = clockText === undefined ? null : (clockIn(clockText)?.market ?? null);
    const isClockWhole = clock !== null || clockText === undefined || attempt >= CLOCK_ATTEMPTS_MAX;
    if (copied !== null && isClockWhole && (await isUnchanged(folder, before, copied))) {
      const files = withoutTornLines(copied);
      stateIn(files, folder);
      return { files, clock };
    }
    if (attempt === ATTEMPTS_MAX) {
      throw new AppError('SIMULATOR_BUSY', `The simulated exchange in ${folder} kept changing. Try again.`);
    }
    await sleep(RETRY_MS);
  }
}

/** The clock first: whatever is in the journals by then is part of the state at that time or later. */
async function stateFiles(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  const kept = names.filter((name) => OWN_FILES.includes(name) || isJournal(name));
  return kept.toSorted((one, other) => order(one) - order(other));
}

function order(name: string): number {
  return name === CLOCK_FILE ? -1 : (journalNumber(name) ?? 0);
}

function isJournal(name: string): boolean {
  return journalNumber(name) !== null;
}

/** Null when a file is gone meanwhile. */
async function readAll(folder: string, names: readonly string[]): Promise<Map<string, string> | null> {
  const copied = new Map<string, string>();
  for (const name of names) {
    const text = await readFile(path.join(folder, name), 'utf8').catch(() => null);
    if (text === null) return null;
    copied.set(name, text);
  }
  return copied;
}

/** The clock and the last journal may go on; everything else must have stayed the same while it was read. */
async function isUnchanged(
  folder: string,
  names: readonly string[],
  copied: ReadonlyMap<string, string>,
): Promise<boolean> {
  const after = await stateFiles(folder);
  if (after.join() !== names.join()) return false;
  const last = names.findLast(isJournal);
  const steady = names.filter((name) => name !== CLOCK_FILE && name !== last);
  const again = await readAll(folder, steady);
  return again !== null && steady.every((name) => again.get(name) === copied.get(name));
}
