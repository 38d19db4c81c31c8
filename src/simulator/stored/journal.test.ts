import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, open as openFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CHAIN_MARK, contentIn, cutTorn, EMPTY, type Journal, openJournal } from './journal.ts';

describe('a journal', () => {
  let folder: string;
  let file: string;
  let isPatient: boolean;
  beforeEach(() => {
    isPatient = true;
    folder = mkdtempSync(path.join(tmpdir(), 'botyard-journal-'));
    file = path.join(folder, 'journal-0.log');
  });
  afterEach(() => {
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true, force: true });
  });

  const text = () => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  /** What a start finds, and leaves. */
  const content = () => {
    cutTorn(file, text());
    return contentIn(text(), file);
  };
  const read = () => content().values.slice(1);
  const open = async (): Promise<Journal<unknown>> => {
    const { sums } = existsSync(file) ? content() : { sums: [] };
    const from = { lines: sums.length, sum: sums.at(-1) ?? EMPTY.sum };
    const journal = await openJournal<unknown>(file, { from, onSynced: () => {}, isPatient: () => isPatient });
    if (from.lines === 0) journal.append(CHAIN_MARK);
    return journal;
  };
  const write = async (...entries: unknown[]): Promise<void> => {
    const journal = await open();
    for (const entry of entries) journal.append(entry);
    await journal.synced();
    await journal.close();
  };

  it('returns the appended entries oldest first, over several openings', async () => {
    await write({ at: 1 }, { at: 2, text: 'a\nb — ₮' });
    await write({ at: 3 });
    expect(read()).toEqual([{ at: 1 }, { at: 2, text: 'a\nb — ₮' }, { at: 3 }]);
  });

  it('has every entry in its file once synced resolves', async () => {
    const journal = await open();
    for (let at = 0; at < 500; at += 1) {
      journal.append({ at });
      if (at % 50 === 49) {
        await journal.synced();
        expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(at + 3);
        expect(journal.end().lines).toBe(at + 2);
      }
    }
    await journal.close();
    expect(read()).toHaveLength(500);
  });

  it('cuts off a last line torn at any byte and continues after it', async () => {
    await write({ at: 1 }, { at: 2 });
    const whole = readFileSync(file);
    const first = whole.lastIndexOf(10, whole.length - 2) + 1;
    for (let length = first; length < whole.length; length += 1) {
      writeFileSync(file, whole.subarray(0, length));
      expect(read(), `${length} bytes`).toEqual([{ at: 1 }]);
      await write({ at: 3 });
      expect(read()).toEqual([{ at: 1 }, { at: 3 }]);
    }
  });

  it.each([
    ['a changed line', (lines: string[]) => lines.with(1, lines[1]?.replace('"at":1', '"at":7') ?? ''), 2],
    ['a line without its neighbour before', (lines: string[]) => lines.toSpliced(1, 1), 2],
    ['a line twice', (lines: string[]) => lines.toSpliced(2, 0, lines[1] ?? ''), 3],
    [
      'two lines in the wrong order',
      ([mark = '', one = '', two = '', ...rest]: string[]) => [mark, two, one, ...rest],
      2,
    ],
  ])('refuses %s, and says which line it is', async (_, damage, line) => {
    await write({ at: 1 }, { at: 2 }, { at: 3 });
    writeFileSync(file, damage(text().split('\n')).join('\n'));
    expect(read).toThrow(new RegExp(`journal-0\\.log, line ${line} was not written by the simulated exchange`));
  });

  it('of an older version, whose lines were not chained, is read, and an altered line is refused', () => {
    const lines = [{ kind: 'begin' }, { at: 1 }, { at: 2 }].map((entry) => JSON.stringify(entry));
    writeFileSync(file, lines.map((line) => `${crc32(line).toString(16).padStart(8, '0')} ${line}\n`).join(''));
    expect(content()).toEqual({ values: lines.map((line) => JSON.parse(line)), sums: [] });
    writeFileSync(file, text().replace('"at":2', '"at":7'));
    expect(read).toThrow(/journal-0\.log, line 3 was not written/);
  });

  /** From now on the system takes the first bytes of a text and then has no room left, until it is restored. */
  const fillDisk = async () => {
    const handle = await openFile(file, 'a');
    const kind = Object.getPrototypeOf(handle) as FileHandle; // Shared by all of them.
    await handle.close();
    const append = kind.appendFile;
    return vi.spyOn(kind, 'appendFile').mockImplementation(async function (this: FileHandle, data) {
      await append.call(this, String(data).slice(0, 5));
      throw Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' });
    });
  };

  it('waits while the disk is full, and goes on when there is room, with every entry once', async () => {
    const journal = await open();
    journal.append({ at: 1 });
    await journal.synced();
    const full = await fillDisk();
    journal.append({ at: 2 });
    await vi.waitFor(() => expect(full).toHaveBeenCalledTimes(2), 60_000);
    journal.append({ at: 3 });
    expect(journal.end().lines).toBe(2);
    full.mockRestore();
    await journal.synced();
    expect(journal.end().lines).toBe(4);
    await journal.close();
    expect(read()).toEqual([{ at: 1 }, { at: 2 }, { at: 3 }]);
  });

  it('says that the disk is full when nobody waits for room, and keeps nothing of what did not fit', async () => {
    isPatient = false;
    const journal = await open();
    journal.append({ at: 1 });
    await journal.synced();
    const before = text();
    const full = await fillDisk();
    journal.append({ at: 2 });
    await expect(journal.synced()).rejects.toMatchObject({ code: 'ENOSPC' });
    full.mockRestore();
    expect(text()).toBe(before);
    await expect(journal.close()).rejects.toMatchObject({ code: 'ENOSPC' });
  });
});
