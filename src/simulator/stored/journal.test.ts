import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { entriesIn, openJournal, readJournal } from './journal.ts';

describe('a journal', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'botyard-journal-'));
    file = path.join(folder, 'journal-0.log');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const read = () => entriesIn(readJournal(file), file);
  const write = async (...entries: unknown[]): Promise<void> => {
    const journal = await openJournal(file);
    for (const entry of entries) journal.append(entry);
    await journal.synced();
    await journal.close();
  };

  it('returns the appended entries oldest first, over several openings', async () => {
    await write({ at: 1 }, { at: 2, text: 'a\nb — ₮' });
    await write({ at: 3 });
    expect(read()).toEqual([{ at: 1 }, { at: 2, text: 'a\nb — ₮' }, { at: 3 }]);
  });

  it('is empty when there is no file', () => {
    expect(read()).toEqual([]);
  });

  it('has every entry in its file once synced resolves', async () => {
    const journal = await openJournal<{ at: number }>(file);
    for (let at = 0; at < 500; at += 1) {
      journal.append({ at });
      if (at % 50 === 49) {
        await journal.synced();
        expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(at + 2);
      }
    }
    await journal.close();
    expect(read()).toHaveLength(500);
  });

  it('cuts off a last line torn at any byte and continues after it', async () => {
    await write({ at: 1 }, { at: 2 });
    const whole = readFileSync(file);
    const first = whole.indexOf(10) + 1;
    for (let length = first; length < whole.length; length += 1) {
      writeFileSync(file, whole.subarray(0, length));
      expect(read(), `${length} bytes`).toEqual([{ at: 1 }]);
      await write({ at: 3 });
      expect(read()).toEqual([{ at: 1 }, { at: 3 }]);
    }
  });

  it('refuses an altered line in the middle', async () => {
    await write({ at: 1 }, { at: 2 });
    writeFileSync(file, readFileSync(file, 'utf8').replace('"at":1', '"at":7'));
    expect(read).toThrow(/journal-0\.log, line 1 was not written by the simulated exchange/);
    appendFileSync(file, 'x');
    expect(read).toThrow(/line 1/);
  });
});
