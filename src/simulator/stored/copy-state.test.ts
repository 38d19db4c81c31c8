import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { instantOf } from '#base/time.ts';
import { copyState, type StateCopy } from './copy-state.ts';
import { openRecorder } from './recorder.ts';
import { type JournalEntry, keepSetup, readState, type StoredSnapshot } from './stored-state.ts';

const LONG = 5_000;
const JOURNAL = 'journal-0.log';

const entryAt = (at: number): JournalEntry => ({
  kind: 'command',
  at: instantOf(at),
  command: { type: 'settle-funding', symbol: `S${at}` },
});
const snapshotAt = (at: number): Omit<StoredSnapshot, 'journal'> => ({
  pace: { kind: 'run', speed: 60 },
  keys: [],
  disturbances: [],
  checkpoints: {},
  exchange: { at: instantOf(at), state: { at } },
});

let root: string;
let folder: string;
beforeEach(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'botyard-copy-'));
  folder = path.join(root, 'simulator');
  await keepSetup(folder, { seed: 1, recording: 'one', firstMinute: instantOf(0), startMinute: instantOf(60_000) });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

let copies = 0;
/** What a start on the copy finds. */
async function stateOf(copy: StateCopy | null) {
  copies += 1;
  const to = path.join(root, `copy-${copies}`);
  mkdirSync(to);
  for (const [name, text] of copy?.files ?? []) writeFileSync(path.join(to, name), text);
  return await readState(to);
}

describe('a copy of the simulated exchange', () => {
  it('taken at any moment, even while the journal is folded, has no gap between snapshot and entries', async () => {
    const recorder = await openRecorder(folder, await readState(folder));
    let [isEnded, last] = [false, -1];
    const writing = (async () => {
      for (let fold = 1; fold <= 3; fold += 1) {
        while (last < fold * LONG - 1) {
          last += 1;
          recorder.append(entryAt(last));
        }
        await recorder.settled();
        await recorder.foldIfLong(() => snapshotAt(last));
      }
      isEnded = true;
    })();
    do {
      const state = await stateOf(await copyState(folder));
      const begin = state.snapshot === null ? 0 : state.snapshot.exchange.at + 1;
      expect(state.entries.map(({ at }) => at)).toEqual(state.entries.map((_, index) => begin + index));
    } while (!isEnded);
    await writing;
    const settled = await stateOf(await copyState(folder));
    expect(settled).toMatchObject({ snapshot: { exchange: { at: last } }, entries: [], journal: 3 });
    await recorder.close(snapshotAt(last));
  });

  it('leaves out a line that is still being written, and does not touch the original', async () => {
    const recorder = await openRecorder(folder, await readState(folder));
    recorder.append(entryAt(1));
    await recorder.settled();
    appendFileSync(path.join(folder, JOURNAL), '01234567 {"kind":"comm');
    const before = readFileSync(path.join(folder, JOURNAL));
    expect((await stateOf(await copyState(folder))).entries).toEqual([entryAt(1)]);
    expect(readFileSync(path.join(folder, JOURNAL))).toEqual(before);
    await recorder.close(snapshotAt(1));
  });

  it('of an altered journal is refused: a backup of it could not be restored', async () => {
    writeFileSync(path.join(folder, JOURNAL), '01234567 {"kind":"command"}\n');
    await expect(copyState(folder)).rejects.toMatchObject({ code: 'SIMULATOR_DAMAGED' });
  });

  it('of a folder without a market does not exist', async () => {
    expect(await copyState(path.join(root, 'nowhere'))).toBeNull();
  });
});
