import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#base/errors.ts';
import { instantOf } from '#base/time.ts';
import { openRecorder, type Recorder } from './recorder.ts';
import { type JournalEntry, keepSetup, readState, SETUP_FILE, type StoredSnapshot } from './stored-state.ts';

const SETUP = { seed: 1, recording: 'one', firstMinute: instantOf(0), startMinute: instantOf(60_000) };
const ENTRY: JournalEntry = {
  kind: 'command',
  at: instantOf(60_001),
  command: { type: 'settle-funding', symbol: 'ETHUSDT' },
};
const SNAPSHOT: Omit<StoredSnapshot, 'journal'> = {
  pace: { kind: 'run', speed: 60 },
  keys: [],
  disturbances: [],
  checkpoints: {},
  exchange: { at: instantOf(60_002), state: {} },
};

let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'botyard-damage-'));
  await keepSetup(folder, SETUP);
});
const opened: Recorder[] = [];
afterEach(async () => {
  for (const recorder of opened.splice(0)) await recorder.close(SNAPSHOT);
  rmSync(folder, { recursive: true, force: true });
});

const file = (name: string): string => path.join(folder, name);

/** Runs the recorder from the present state to a kill, or to its end. */
async function run(ending: 'killed' | 'stopped'): Promise<void> {
  const { journal, entries } = await readState(folder);
  const recorder = await openRecorder(folder, journal, entries.length);
  recorder.append(ENTRY);
  recorder.moved(ENTRY.at);
  await recorder.settled();
  if (ending === 'stopped') await recorder.close(SNAPSHOT);
  else opened.push(recorder);
}

/** The sentence with which the state is refused; null when it is read. */
async function refusal(): Promise<string | null> {
  try {
    await readState(folder);
    return null;
  } catch (error) {
    if (error instanceof AppError && error.code === 'SIMULATOR_DAMAGED') return error.message;
    throw error;
  }
}

describe('a simulated exchange', () => {
  it.each([
    ['an emptied journal', 'killed', () => truncateSync(file('journal-0.log')), 'journal-0.log was emptied.'],
    ['a missing journal', 'killed', () => rmSync(file('journal-0.log')), 'journal-0.log is missing.'],
    [
      'an emptied journal after a stop',
      'stopped',
      () => truncateSync(file('journal-1.log')),
      'journal-1.log was emptied.',
    ],
    ['a missing journal after a stop', 'stopped', () => rmSync(file('journal-1.log')), 'journal-1.log is missing.'],
    ['a missing snapshot', 'stopped', () => rmSync(file('snapshot.json')), 'snapshot.json is missing.'],
    ['half a snapshot', 'stopped', () => truncateSync(file('snapshot.json'), 40), 'snapshot.json was not written by'],
  ] as const)(
    'is refused with %s, in a sentence that says what is lost and the way back',
    async (_, ending, damage, what) => {
      await run(ending);
      expect(await refusal()).toBeNull();
      damage();
      const sentence = await refusal();
      expect(sentence).toContain(what);
      expect(sentence).toContain('Accounts, orders and positions at the simulated exchange are lost');
      expect(sentence).toContain(`Restore a backup (botyard restore), or delete the folder ${folder}`);
    },
  );

  it('that was killed before its first journal was made starts as a new one', async () => {
    expect(await readState(folder)).toEqual({ snapshot: null, entries: [], journal: 0 });
    writeFileSync(file('journal-0.log'), '');
    writeFileSync(file('clock'), '');
    expect(await readState(folder)).toEqual({ snapshot: null, entries: [], journal: 0 });
  });

  it('that was killed before a new journal had its first line loses nothing', async () => {
    await run('killed');
    writeFileSync(file('journal-1.log'), '');
    expect(await readState(folder)).toEqual({ snapshot: null, entries: [ENTRY], journal: 1 });
    await run('stopped');
    expect(await readState(folder)).toMatchObject({ snapshot: { journal: 2 }, entries: [] });
  });

  it('of an older version, whose journals had no first line, is still read', async () => {
    const { journalsBegin: _, ...older } = JSON.parse(readFileSync(file(SETUP_FILE), 'utf8'));
    await run('stopped');
    writeFileSync(file(SETUP_FILE), JSON.stringify(older));
    truncateSync(file('journal-1.log'));
    expect(await readState(folder)).toMatchObject({ snapshot: { journal: 1 }, entries: [] });
  });
});
