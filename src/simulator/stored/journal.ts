import { closeSync, fsyncSync, ftruncateSync, openSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { at } from '#base/assert.ts';
import type { AppError } from '#base/errors.ts';
import { whenThereIsRoom } from '#files/disk-full.ts';
import { syncFolder } from '#files/sync-folder.ts';
import { simulatorDamaged } from './simulator-damaged.ts';

const OWNER_ONLY = 0o600;
const HEX = 16;
const SUM_LENGTH = 8;

/** How far a journal goes: its number of lines, and the checksum of the last one, which stands for all of them. */
export interface JournalEnd {
  readonly lines: number;
  readonly sum: number;
}

export const EMPTY: JournalEnd = { lines: 0, sum: 0 };

/**
 * A file of lines, each a checksum and plain JSON, that are on disk before their content is reported to anyone. A checksum
 * continues that of the line before it, so no line can be changed, inserted or removed without the next one showing it.
 * Lines that arrive during a sync are synced together; while the disk is full they wait.
 */
export interface Journal<Entry> {
  append(entry: Entry): void;
  /** Resolves when everything appended so far is on disk. */
  synced(): Promise<void>;
  /** Up to where it is on disk. */
  end(): JournalEnd;
  /** Syncs the remaining lines and closes the file. */
  close(): Promise<void>;
}

/** What a journal contains. */
export interface JournalContent {
  /** Oldest first. */
  readonly values: readonly unknown[];
  /** The checksum of each line, in the same order; empty for a journal of an older version, whose sums were not chained. */
  readonly sums: readonly number[];
}

/** The text of a journal up to its last complete line. A line torn by a crash was never reported. */
export function wholeLines(text: string): string {
  return text.slice(0, text.lastIndexOf('\n') + 1);
}

/**
 * The content of a journal's whole lines.
 * @param file - named in the error
 * @throws AppError SIMULATOR_DAMAGED when a line is altered, or another one was removed or inserted before it
 */
export function contentIn(whole: string, file: string): JournalContent {
  const lines = whole.split('\n').slice(0, -1);
  const isChained = lines.length === 0 || isMark(at(lines, 0));
  const sums: number[] = [];
  const values = lines.map((line, index) => {
    const text = line.slice(SUM_LENGTH + 1);
    const sum = crc32(text, isChained ? (sums.at(-1) ?? 0) : 0);
    if (hexOf(sum) !== line.slice(0, SUM_LENGTH)) throw altered(file, index + 1);
    if (isChained) sums.push(sum);
    return JSON.parse(text) as unknown;
  });
  return { values, sums };
}

function altered(file: string, number: number): AppError {
  const what = `${file}, line ${number} was not written by the simulated exchange, or a line before it was removed.`;
  return simulatorDamaged(what, path.dirname(file));
}

/** The first line of a journal with chained lines; one without it is of an older version. */
export const CHAIN_MARK = { kind: 'begin', isChained: true } as const;
const MARK_LINE = lineOf(JSON.stringify(CHAIN_MARK), EMPTY.sum).line;

function isMark(line: string): boolean {
  return `${line}\n` === MARK_LINE;
}

function lineOf(text: string, before: number): { readonly line: string; readonly sum: number } {
  const sum = crc32(text, before);
  return { line: `${hexOf(sum)} ${text}\n`, sum };
}

export interface JournalOpening {
  readonly from: JournalEnd;
  readonly onSynced: (end: JournalEnd) => void;
  /** Whether lines wait for room while the disk is full; otherwise that is an error. */
  readonly isPatient: () => boolean;
}

/**
 * Opens the file for appending; creates a missing one.
 * @param from - where the file ends; that much is on disk when this resolves
 * @param onSynced - told the new end before `synced` resolves
 */
export async function openJournal<Entry>(file: string, opening: JournalOpening): Promise<Journal<Entry>> {
  const handle = await open(file, 'a', OWNER_ONLY);
  await syncFolder(path.dirname(file));
  await handle.datasync();
  const { size } = await handle.stat();
  return journalOver(openAppender(handle, size), handle, opening);
}

/** Appends a text, which is on disk when this resolves; nothing of it is left when this rejects. */
type Append = (text: string) => Promise<void>;

/** @param length - of the file, in bytes */
function openAppender(handle: FileHandle, length: number): Append {
  let size = length;
  return async (text) => {
    try {
      await handle.appendFile(text);
      await handle.datasync();
      size += Buffer.byteLength(text);
    } catch (error) {
      await handle.truncate(size); // A full disk may have taken the beginning.
      throw error;
    }
  };
}

function journalOver<Entry>(
  appendText: Append,
  handle: FileHandle,
  { from, onSynced, isPatient }: JournalOpening,
): Journal<Entry> {
  let waiting: string[] = [];
  let writing: Promise<void> = Promise.resolve();
  let isScheduled = false;
  let appended = from;
  let stored = from;
  const write = async (): Promise<void> => {
    isScheduled = false;
    const [lines, end] = [waiting, appended];
    waiting = [];
    if (lines.length === 0) return;
    await whenThereIsRoom(() => appendText(lines.join('')), isPatient);
    stored = end;
    onSynced(stored);
  };
  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    writing = writing.then(write);
  };
  return {
    append(entry) {
      const { line, sum } = lineOf(JSON.stringify(entry), appended.sum);
      appended = { lines: appended.lines + 1, sum };
      waiting.push(line);
      schedule();
    },
    synced: () => writing,
    end: () => stored,
    async close() {
      await writing;
      await handle.close();
    },
  };
}

function hexOf(sum: number): string {
  return sum.toString(HEX).padStart(SUM_LENGTH, '0');
}

/** Cuts a torn last line off a file. */
export function cutTorn(file: string, text: string): void {
  const whole = wholeLines(text);
  if (whole.length < text.length) cutOff(file, Buffer.byteLength(whole));
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
