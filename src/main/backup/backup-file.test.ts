import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#base/errors.ts';
import { chance } from '#base/prng.ts';
import { SEED_OF_RUN } from '../../../tests/support/seed.ts';
import { BACKUP_FORMAT, type BackupHead } from './backup-format.ts';
import { LINE_LENGTH_MAX, readBackupFile } from './read-backup-file.ts';
import { type BackupPart, writeBackupFile } from './write-backup-file.ts';

const HEAD: BackupHead = {
  product: 'botyard',
  format: BACKUP_FORMAT,
  version: '1.2.3',
  commit: null,
  createdAt: '2026-01-02T03:04:05.000Z',
  migration: '0001-tables',
  sequences: [],
};
const ROWS = ['(1,"a ""quoted"" text")', '(2,"two\nlines, \u2028 and \u{1f680}")', ''];
const SEED = SEED_OF_RUN;

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'botyard-backup-'));
  file = path.join(folder, 'one.backup');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const parts = (): BackupPart[] => [
  { head: { table: 'bots', columns: ['bot_id', 'name'] }, lines: [ROWS, ['(3,)']] },
  { head: { table: 'empty', columns: ['a'] }, lines: [] },
  { head: { file: 'simulator/clock' }, lines: [['0001']] },
];

/** The lines of every part, or the code of the error. */
async function read(): Promise<Record<string, string[]> | string> {
  const found: Record<string, string[]> = {};
  let isEnded = false;
  try {
    for await (const word of readBackupFile(file)) {
      if (word.kind === 'part') found['table' in word.part ? word.part.table : word.part.file] = [];
      if (word.kind === 'lines') found['table' in word.part ? word.part.table : word.part.file]?.push(...word.lines);
      isEnded = word.kind === 'end';
    }
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return isEnded ? found : 'no end and no error';
}

async function readToEnd(): Promise<void> {
  for await (const _word of readBackupFile(file));
}

describe('a backup file', () => {
  it('gives back every line exactly, and only its owner may read it', async () => {
    const manifest = await writeBackupFile(file, HEAD, parts());
    expect(manifest.map(({ name, lines }) => [name, lines])).toEqual([
      ['head', 0],
      ['bots', 4],
      ['empty', 0],
      ['simulator/clock', 1],
    ]);
    expect(await read()).toEqual({ bots: [...ROWS, '(3,)'], empty: [], 'simulator/clock': ['0001'] });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('does not appear, not even in part, when its rows cannot be read to the end', async () => {
    const broken = async function* () {
      yield ['(1,)'];
      throw new Error('the database went away');
    };
    const writing = writeBackupFile(file, HEAD, [{ head: { table: 'bots', columns: [] }, lines: broken() }]);
    await expect(writing).rejects.toThrow('the database went away');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is refused as partial wherever it was cut off', async () => {
    await writeBackupFile(file, HEAD, parts());
    const whole = readFileSync(file);
    for (let length = 20; length < whole.length; length += 1) {
      writeFileSync(file, whole.subarray(0, length));
      expect(await read(), `${length} of ${whole.length} bytes`).toBe('BACKUP_PARTIAL');
    }
  });

  it('is refused as partial when it ends after any whole line', async () => {
    await writeBackupFile(file, HEAD, parts());
    const lines = gunzipSync(readFileSync(file)).toString('utf8').split('\n').slice(0, -1);
    for (let count = 1; count < lines.length; count += 1) {
      writeFileSync(file, gzipSync(`${lines.slice(0, count).join('\n')}\n`));
      expect(await read(), `${count} of ${lines.length} lines`).toBe('BACKUP_PARTIAL');
    }
  });

  it('with a flipped bit is refused, or reads the same: it never gives back anything else', async () => {
    await writeBackupFile(file, HEAD, parts());
    const whole = readFileSync(file);
    const random = chance(SEED);
    const before = await read();
    const harmless: number[] = [];
    for (let index = 0; index < whole.length; index += 1) {
      const flipped = Buffer.from(whole);
      flipped.writeUInt8(whole.readUInt8(index) ^ (1 << random.between(0, 7)), index);
      writeFileSync(file, flipped);
      const found = await read();
      if (typeof found === 'string') expect(found, `byte ${index}, seed ${SEED}`).toMatch(/^BACKUP_/);
      else expect(found, `byte ${index}, seed ${SEED}`).toEqual(before);
      if (typeof found !== 'string') harmless.push(index);
    }
    // Flags, time and system in gzip's header, and the unused bits before its checksum, say nothing about the content.
    const saysNothing = [3, 4, 5, 6, 7, 8, 9, whole.length - 9];
    expect(harmless.filter((index) => !saysNothing.includes(index))).toEqual([]);
  });

  it('is refused when a row was changed, dropped or repeated by someone who packed it again', async () => {
    await writeBackupFile(file, HEAD, parts());
    const text = gunzipSync(readFileSync(file)).toString('utf8');
    const row = `${JSON.stringify('(3,)')}\n`;
    for (const changed of ['"(4,)"\n', '', row + row]) {
      writeFileSync(file, gzipSync(text.replace(row, changed)));
      expect(await read()).toBe('BACKUP_DAMAGED');
    }
  });

  it('a backup with a line longer than the program ever writes is refused with the line number', async () => {
    const head = `${JSON.stringify(HEAD)}\n${JSON.stringify({ table: 'bots', columns: ['name'] })}\n"`;
    const text = Buffer.alloc(head.length + LINE_LENGTH_MAX, 'a');
    text.write(head);
    writeFileSync(file, gzipSync(text, { level: 1 }));
    await expect(readToEnd()).rejects.toThrow(/line 3 has more than 67,108,864 characters/);
  });

  it('a line of a backup that arrives in many chunks is read whole', async () => {
    const row = 'é'.repeat(3_000_000);
    await writeBackupFile(file, HEAD, [{ head: { table: 'bots', columns: ['name'] }, lines: [[row, '']] }]);
    expect(await read()).toEqual({ bots: [row, ''] });
  });

  it('of a newer format is refused with the version that made it', async () => {
    const newer = { ...HEAD, format: BACKUP_FORMAT + 1, version: '9.0.0', more: true };
    writeFileSync(file, gzipSync(`${JSON.stringify(newer)}\n`));
    const reading = readBackupFile(file).next();
    await expect(reading).rejects.toMatchObject({ code: 'BACKUP_NEWER', message: expect.stringContaining('9.0.0') });
  });

  it.each([
    ['text', Buffer.from('a letter to Ann')],
    ['an empty file', Buffer.alloc(0)],
    ['another compressed file', gzipSync('{"product":"other"}\n')],
    ['a compressed file without lines', gzipSync('')],
  ])('is told apart from %s', async (_what, content) => {
    writeFileSync(file, content);
    expect(['BACKUP_UNKNOWN', 'BACKUP_PARTIAL']).toContain(await read());
  });
});
