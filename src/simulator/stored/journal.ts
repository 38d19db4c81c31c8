import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { at } from '#base/assert.ts';
import { syncFolder } from '#files/sync-folder.ts';
import { simulatorDamaged } from './simulator-damaged.ts';

const OWNER_ONLY = 0o600;
const HEX = 16;
const SUM_LENGTH = 8;

/**
 * A file of lines, each a checksum and plain JSON, that are on disk before their content is reported to anyone. Lines
 * that arrive during a sync are synced together.
 */
export interface Journal<Entry> {
  append(entry: Entry): void;
  /** Resolves when everything appended so far is on disk. */
  synced(): Promise<void>;
  /** Syncs the remaining lines and closes the file. */
  close(): Promise<void>;
}

/**
 * The text of a journal; empty when there is no file. A last line torn by a crash is cut off from the file too, because it
 * was never reported.
 */
export function readJournal(file: string): string {
  const text = readIfPresent(file);
  const whole = wholeLines(text);
  if (whole.length < text.length) cutOff(file, Buffer.byteLength(whole));
  return whole;
}

/** The text of a journal up to its last complete line. */
export function wholeLines(text: string): string {
  return text.slice(0, text.lastIndexOf('\n') + 1);
}

/**
 * The entries of a journal's whole lines, oldest first.
 * @param file - named in the error
 * @throws AppError SIMULATOR_DAMAGED when a line is altered
 */
export function entriesIn(whole: string, file: string): readonly unknown[] {
  const lines = whole.split('\n').slice(0, -1);
  return lines.map((line, index) => entryOf(line, `${file}, line ${index + 1}`));
}

/** Opens the file for appending; creates a missing one. */
export async function openJournal<Entry>(file: string): Promise<Journal<Entry>> {
  const handle = await open(file, 'a', OWNER_ONLY);
  await syncFolder(path.dirname(file));
  return journalOver(handle);
}

function journalOver<Entry>(handle: FileHandle): Journal<Entry> {
  let waiting: string[] = [];
  let writing: Promise<void> = Promise.resolve();
  let isScheduled = false;
  const write = async (): Promise<void> => {
    isScheduled = false;
    const lines = waiting;
    waiting = [];
    if (lines.length === 0) return;
    await handle.appendFile(lines.join(''));
    await handle.datasync();
  };
  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    writing = writing.then(write);
  };
  return {
    append(entry) {
      const text = JSON.stringify(entry);
      waiting.push(`${sumOf(text)} ${text}\n`);
      schedule();
    },
    synced: () => writing,
    async close() {
      await writing;
      await handle.close();
    },
  };
}

function entryOf(line: string, place: string): unknown {
  const text = line.slice(SUM_LENGTH + 1);
  if (sumOf(text) !== line.slice(0, SUM_LENGTH)) {
    throw simulatorDamaged(`${place} was not written by the simulated exchange.`, path.dirname(place));
  }
  return JSON.parse(text);
}

function sumOf(text: string): string {
  return crc32(text).toString(HEX).padStart(SUM_LENGTH, '0');
}

function readIfPresent(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return '';
    throw cause;
  }
}

function cutOff(file: string, length: number): void {
  const descriptor = openSync(file, 'r+');
  ftruncateSync(descriptor, length);
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** Journals of a folder are numbered: `journal-<number>.log`. */
export function journalName(number: number): string {
  return `journal-${number}.log`;
}

/** The number of a journal's file name; null for any other file. */
export function journalNumber(name: string): number | null {
  const match = /^journal-(\d{1,9})\.log$/.exec(name);
  return match === null ? null : Number(at(match, 1));
}
