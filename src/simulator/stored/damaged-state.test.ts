import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { AppError } from '#base/errors.ts';
import { instantOf } from '#base/time.ts';
import { damage } from '../../../tests/support/damage.ts';
import { checkCases } from '../../../tests/support/property.ts';
import { openRecorder, type Recorder } from './recorder.ts';
import { SETUP_FILE } from './state-files.ts';
import { type JournalEntry, keepSetup, readState, type StoredSnapshot } from './stored-state.ts';

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

function rewrite(name: string, change: (text: string) => string): void {
  writeFileSync(file(name), change(readFileSync(file(name), 'utf8')));
}

/** A journal of as many lines, with another command in the last one. */
function remade(text: string): string {
  const [mark = '', last = ''] = text.split('\n');
  const json = last.slice(9).replace('ETHUSDT', 'BTCUSDT');
  const sum = crc32(json, Number.parseInt(mark.slice(0, 8), 16));
  return `${mark}\n${sum.toString(16).padStart(8, '0')} ${json}\n`;
}

/** The file of the clock as older versions wrote it. */
function writeOlderClock(): void {
  const digits = String(ENTRY.at).padStart(16, '0');
  writeFileSync(file('clock'), `${digits} ${crc32(digits).toString(16).padStart(8, '0')}\n`);
}

/** Runs the recorder from the present state to a kill, or to its end; `continued`: to its end, and again to a kill. */
async function run(ending: 'killed' | 'stopped' | 'continued'): Promise<void> {
  if (ending === 'continued') await run('stopped');
  const recorder = await openRecorder(folder, await readState(folder));
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
    [
      'a journal cut at the end of a line',
      'killed',
      () => rewrite('journal-0.log', (text) => text.replace(/[^\n]+\n$/, '')),
      'journal-0.log was cut: it has 1 lines, and 2 were acknowledged.',
    ],
    [
      'a journal cut within a line that was acknowledged',
      'killed',
      () => rewrite('journal-0.log', (text) => text.slice(0, -5)),
      'journal-0.log was cut: it has 1 lines, and 2 were acknowledged.',
    ],
    [
      'a journal after a stop that was cut at the end of a line',
      'continued',
      () => rewrite('journal-1.log', (text) => text.replace(/[^\n]+\n$/, '')),
      'journal-1.log was cut: it has 1 lines, and 2 were acknowledged.',
    ],
    [
      'the journal of another time',
      'continued',
      () => rewrite('journal-1.log', (text) => remade(text)),
      'journal-1.log is another one than the one whose lines were acknowledged.',
    ],
    [
      'a snapshot with another figure',
      'stopped',
      () => rewrite('snapshot.json', (text) => text.replace('"speed":60', '"speed":10')),
      'snapshot.json was changed after the simulated exchange wrote it.',
    ],
    [
      'another seed in its setup',
      'stopped',
      () => rewrite(SETUP_FILE, (text) => text.replace('"seed":1', '"seed":2')),
      'market.json was not written by',
    ],
    ['half a snapshot', 'stopped', () => truncateSync(file('snapshot.json'), 40), 'snapshot.json was changed after'],
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
    expect(await readState(folder)).toMatchObject({ snapshot: null, entries: [], journal: 0 });
    writeFileSync(file('journal-0.log'), '');
    writeFileSync(file('clock'), '');
    expect(await readState(folder)).toMatchObject({ snapshot: null, entries: [], journal: 0 });
  });

  it('that was killed before a new journal had its first line loses nothing', async () => {
    await run('killed');
    writeFileSync(file('journal-1.log'), '');
    expect(await readState(folder)).toMatchObject({ snapshot: null, entries: [ENTRY], journal: 1 });
    await run('stopped');
    expect(await readState(folder)).toMatchObject({ snapshot: { journal: 2 }, entries: [] });
  });

  it('is not refused for lines that were never acknowledged, whether they are there, torn or missing', async () => {
    await run('killed');
    const acknowledged = readFileSync(file('journal-0.log'), 'utf8');
    const clock = readFileSync(file('clock'), 'utf8');
    await run('killed');
    const whole = readFileSync(file('journal-0.log'), 'utf8');
    for (const end of [whole.length, whole.length - 5, acknowledged.length]) {
      writeFileSync(file('journal-0.log'), whole.slice(0, end));
      writeFileSync(file('clock'), clock); // As after a kill before the second line was reported.
      expect(await refusal()).toBeNull();
    }
  });

  it('whose clock was torn by a power cut does not know its head, and is read', async () => {
    await run('killed');
    truncateSync(file('clock'), 20);
    expect(await readState(folder)).toMatchObject({ entries: [ENTRY] });
  });

  it('of an older version, without chained lines, sum or head, is read, and written anew by its first run', async () => {
    await run('continued');
    rewrite('snapshot.json', (text) => text.slice(9));
    const plain = (json: string) => `${crc32(json).toString(16).padStart(8, '0')} ${json}\n`;
    writeFileSync(file('journal-1.log'), plain('{"kind":"begin"}') + plain(JSON.stringify(ENTRY)));
    writeOlderClock();
    expect(await readState(folder)).toMatchObject({ snapshot: { journal: 1 }, entries: [ENTRY], end: null });
    await run('killed');
    expect(await readState(folder)).toMatchObject({ snapshot: { journal: 1 }, entries: [ENTRY, ENTRY], journal: 2 });
    await run('stopped');
    expect(await readState(folder)).toMatchObject({ snapshot: { journal: 3 }, entries: [] });
  });

  it('of an older version, whose journals had no first line, is still read', async () => {
    const { journalsBegin: _, checksum: __, ...older } = JSON.parse(readFileSync(file(SETUP_FILE), 'utf8'));
    await run('stopped');
    writeFileSync(file(SETUP_FILE), JSON.stringify(older));
    truncateSync(file('journal-1.log'));
    writeOlderClock();
    expect(await readState(folder)).toMatchObject({ snapshot: { journal: 1 }, entries: [] });
  });

  it('simulator state with any damage to any file is either read or refused with a sentence that names the file and the remedy', async () => {
    await run('continued');
    await run('killed');
    const sound = new Map(readdirSync(folder).map((name) => [name, readFileSync(file(name))]));
    const before = await readState(folder);
    await checkCases(120, async (dice) => {
      const name = at([...sound.keys()], dice.between(0, sound.size - 1));
      damage(file(name), dice);
      const sentence = await refusal();
      if (sentence === null) expect(await readState(folder)).toMatchObject({ entries: before.entries });
      else expect(sentence).toContain(folder);
      if (sentence !== null && name !== 'clock')
        expect(sentence).toContain('Restore a backup (botyard restore), or delete the folder');
      for (const [one, bytes] of sound) writeFileSync(file(one), bytes);
    });
  });
});
