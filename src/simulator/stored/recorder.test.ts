import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { instantOf } from '#base/time.ts';
import { openRecorder, type Recorder } from './recorder.ts';
import { type JournalEntry, keepSetup, lastInstant, readState, type StoredSnapshot } from './stored-state.ts';

const LONG = 5_000;

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

describe('the recorder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'botyard-recorder-'));
  });
  const opened: Recorder[] = [];
  afterEach(async () => {
    vi.restoreAllMocks();
    for (const recorder of opened.splice(0)) await recorder.close(snapshotAt(0));
    rmSync(folder, { recursive: true, force: true });
  });

  const record = async (from: number, to: number) => {
    const state = await readState(folder);
    const recorder = await openRecorder(folder, state);
    opened.push(recorder);
    for (let at = from; at < to; at += 1) recorder.append(entryAt(at));
    await recorder.settled();
    return recorder;
  };

  it('folds a long journal into a snapshot, so that only later entries are replayed', async () => {
    const recorder = await record(0, LONG);
    await recorder.foldIfLong(() => snapshotAt(LONG));
    recorder.append(entryAt(LONG + 1));
    await recorder.settled();
    expect(await readState(folder)).toMatchObject({
      snapshot: { ...snapshotAt(LONG), journal: 1 },
      entries: [entryAt(LONG + 1)],
      journal: 1,
    });
    expect(readdirSync(folder).toSorted()).toEqual(['clock', 'journal-1.log', 'snapshot.json']);
  });

  it('folds a long journal once the full disk has room for the snapshot', async () => {
    const recorder = await record(0, LONG);
    recorder.waitForRoom(true);
    const handle = await open(folder);
    const kind = Object.getPrototypeOf(handle) as FileHandle; // Shared by all of them.
    await handle.close();
    const full = vi.spyOn(kind, 'writeFile');
    full.mockRejectedValue(Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' }));
    const folded = recorder.foldIfLong(() => snapshotAt(LONG));
    await vi.waitFor(() => expect(full).toHaveBeenCalledTimes(2), 60_000);
    expect((await readState(folder)).snapshot).toBeNull();
    full.mockRestore();
    await folded;
    expect((await readState(folder)).snapshot).toEqual({ ...snapshotAt(LONG), journal: 1 });
  });

  it('leaves a short journal unchanged', async () => {
    const recorder = await record(0, LONG - 1);
    await recorder.foldIfLong(() => snapshotAt(LONG));
    expect((await readState(folder)).snapshot).toBeNull();
  });

  it('loses nothing when a crash happens before the snapshot is stored', async () => {
    const recorder = await record(0, LONG);
    const before = path.join(folder, 'journal-0.log');
    copyFileSync(before, `${before}.kept`);
    await recorder.foldIfLong(() => snapshotAt(LONG));
    recorder.append(entryAt(LONG + 1));
    await recorder.settled();
    rmSync(path.join(folder, 'snapshot.json'));
    copyFileSync(`${before}.kept`, before);
    const { entries, journal } = await readState(folder);
    expect(entries.map(({ at }) => at)).toEqual([...Array(LONG).keys(), LONG + 1]);
    expect(journal).toBe(1);
  });

  it('folds what a crash left in two journals as soon as it can, however short they are', async () => {
    await record(0, 3);
    const before = path.join(folder, 'journal-0.log');
    copyFileSync(before, `${before}.kept`);
    await opened.splice(0)[0]?.close(snapshotAt(3));
    rmSync(path.join(folder, 'snapshot.json'));
    copyFileSync(`${before}.kept`, before);
    const recorder = await record(3, 4);
    expect((await readState(folder)).snapshot).toBeNull();
    await recorder.foldIfLong(() => snapshotAt(4));
    expect(await readState(folder)).toMatchObject({ snapshot: { exchange: { at: 4 }, journal: 2 }, entries: [] });
  });

  it('stores a snapshot at the end, so that the next start replays nothing', async () => {
    const recorder = await record(0, 3);
    recorder.moved(instantOf(77));
    opened.length = 0;
    await recorder.close(snapshotAt(77));
    const state = await readState(folder);
    expect([state.snapshot?.exchange.at, state.entries]).toEqual([77, []]);
    expect(lastInstant(state)).toBe(77);
  });
});

describe('the setup of a stored market', () => {
  it('keeps the values of the first start and refuses others', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'botyard-setup-'));
    const wanted = { seed: 1, recording: 'one', firstMinute: instantOf(0), startMinute: instantOf(60_000) };
    const first = await keepSetup(folder, wanted);
    expect(await keepSetup(folder, { ...wanted, seed: 2, startMinute: instantOf(120_000) })).toEqual(first);
    await expect(keepSetup(folder, { ...wanted, recording: 'other' })).rejects.toMatchObject({
      code: 'SIMULATOR_MARKET_OTHER',
      message: expect.stringContaining('was generated from one by version'),
    });
    rmSync(folder, { recursive: true, force: true });
  });
});
