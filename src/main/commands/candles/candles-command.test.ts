import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '#base/errors.ts';
import { symbolFolder } from '#market/candle-files/folder.ts';
import { programFile } from '../../../../scripts/built-program.ts';
import { COMPILE_CACHE } from '../../../../scripts/compile-cache.ts';
import { readConfig } from '../../config.ts';
import { candlesCommand } from './candles-command.ts';

const PROGRAM = programFile();
const CSV = `open_time,open,high,low,close,volume
1746373020000,95467.7,95477.9,95467.6,95473.6,33.653
1746373080000,95473.6,95479.0,95470.0,95470.1,12.000
1746373260000,95470.1,95470.1,95470.1,95470.1,0.000
`;

let place = '';
let file = '';
beforeAll(() => {
  place = mkdtempSync(path.join(tmpdir(), 'botyard-candles-'));
  file = path.join(place, 'BTCUSDT-1m-2025-05.csv');
  writeFileSync(file, CSV);
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

interface Told {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the real program in its own process, as `npm run botyard` does. */
function run(...words: string[]): Promise<Told> {
  return runIn(path.join(place, 'data'), {}, words);
}

/** @param user - user of the process; by default the one who runs the tests */
function runIn(dataDir: string, user: { uid?: number; gid?: number }, words: readonly string[]): Promise<Told> {
  const env = { ...COMPILE_CACHE, PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir };
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, 'candles', ...words], { env, ...user }, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

/** No folder is closed to the superuser, so the program of a test that needs a closed folder runs as nobody. */
const LESSER_USER = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** False when the checkout itself is in a folder that only the superuser may enter. */
function mayLesserUserRun(): boolean {
  const read = `require('node:fs').accessSync(${JSON.stringify(PROGRAM)})`;
  return spawnSync(process.execPath, ['-e', read], LESSER_USER).status === 0;
}

describe('npm run botyard -- candles', () => {
  it('exports exactly the text that it imported, and lists and checks it in between', async () => {
    expect(await run('import', file, '--symbol', 'BTCUSDT')).toEqual({
      code: 0,
      out: 'BTCUSDT from 2025-05-04 15:37: 5 minutes, 2 of them missing (gaps: 1)\n3 candles imported\n',
      err: '',
    });
    const [listed, checked, printed] = await Promise.all([run('list'), run('verify'), run('export', 'BTCUSDT')]);
    const again = await run('import', file, '--symbol', 'BTCUSDT');
    expect(listed.out.split('\n')[1]).toMatch(
      /^BTCUSDT {2}2025-05-04 15:37 {2}2025-05-04 15:41 {2}1 +3 +2 +0\.1 +0\.001 +0\.0$/,
    );
    expect(checked).toEqual({ code: 0, out: 'files: 1, complaints: 0\n', err: '' });
    expect(printed).toEqual({ code: 0, out: CSV, err: '' });
    expect(again.code).toBe(1);
    expect(again.err).toContain('2025-05.candles already exists. Nothing was imported; --replace');
    const packed = path.join(place, 'out.csv.gz');
    expect((await run('export', 'BTCUSDT', '--from', '2025-05-04T15:38', '--out', packed)).code).toBe(0);
    expect(gunzipSync(readFileSync(packed)).toString().split('\n')).toHaveLength(4);
  });

  it('a symbol typed with letters of full width names the same contract', async () => {
    const wide = '\uff22\uff34\uff23\uff35\uff33\uff24\uff34 ';
    const { out } = await run('import', file, '--symbol', wide, '--replace');
    expect(out.split('\n')[0]).toMatch(/^BTCUSDT from 2025-05-04 15:37/);
  });

  it('a contract whose name changes when it is normalised is imported and exported by its own name', async () => {
    const name = '\uff21\uff22\uff11USDT';
    const data = path.join(place, 'wide-names');
    mkdirSync(symbolFolder(path.join(data, 'candles'), name), { recursive: true });
    const { out } = await runIn(data, {}, ['import', file, '--symbol', name, '--tick', '0.1', '--step', '0.001']);
    expect(out).toContain(`${name} from 2025-05-04`);
    expect(await runIn(data, {}, ['export', ` ${name} `])).toEqual({ code: 0, out: CSV, err: '' });
  });

  it('--to DAY includes the whole day; --to MINUTE excludes that minute', async () => {
    await run('import', file, '--symbol', 'BTCUSDT', '--replace');
    const to = (end: string) => run('export', 'BTCUSDT', '--to', end);
    const [day, minute, dayBefore] = await Promise.all([to('2025-05-04'), to('2025-05-04T15:38'), to('2025-05-03')]);
    expect(day.out).toBe(CSV);
    expect(minute.out.trim().split('\n')).toEqual(CSV.split('\n').slice(0, 2));
    expect(dayBefore.err).toContain('No candles of BTCUSDT from the beginning to 2025-05-04 00:00 are stored');
  });

  it('imports a local copy of the archive and names the files that it refuses', async () => {
    const folder = path.join(place, 'data/futures/um/daily/klines/ETHUSDT/1m');
    mkdirSync(folder, { recursive: true });
    const put = (day: string, rows: readonly string[]): void => {
      const name = `ETHUSDT-1m-2025-05-${day}`;
      const bytes = zipSync({ [`${name}.csv`]: strToU8(rows.join('\n')) });
      writeFileSync(path.join(folder, `${name}.zip`), bytes);
      const sum = createHash('sha256').update(bytes).digest('hex');
      writeFileSync(path.join(folder, `${name}.zip.CHECKSUM`), `${sum}  ${name}.zip\n`);
    };
    put('04', ['1746373020000,1800.01,1800.02,1800.00,1800.01,33.653,1746373079999,1,1,1,1,0']);
    put('05', ['1746403200000,1800.01,1800.02,1800.00,1800.01,-1,1746403259999,1,1,1,1,0']);
    const { code, out } = await run('import-archive', place);
    expect(code).toBe(1);
    expect(out).toMatch(
      /^ETHUSDT: 1 files, 1 minutes new, 0 as stored\nrefused: .*05-05.zip, line 1, column 6 \(volume\)/,
    );
    const again = await run('import-archive', place, '--symbol', 'ETHUSDT', '--tick', '0.01', '--step', '0.001');
    expect(again.out).toContain('0 minutes new, 1 as stored');
    expect((await run('import-archive', place, '--market', 'coin')).err).toContain('futures or spot');
    expect((await run('export', 'ETHUSDT')).out).toContain('1746373020000,1800.01,1800.02,1800.00,1800.01,33.653');
    rmSync(path.join(place, 'data/candles/ETHUSDT'), { recursive: true });
  });

  it('names file, line and column of a broken CSV, and a damaged month, and exits with 1', async () => {
    const broken = path.join(place, 'broken.csv');
    writeFileSync(broken, CSV.replace('95479.0', '"95,479.0"'));
    expect(await run('import', broken, '--symbol', 'BTCUSDT', '--replace')).toEqual({
      code: 1,
      out: '',
      err: `${broken}, line 3, column 3 (high): "95,479.0" is not a decimal number.\n`,
    });
    const stored = path.join(place, 'data/candles/BTCUSDT/2025-05.candles');
    const bytes = readFileSync(stored);
    bytes[bytes.length - 1] = 1;
    writeFileSync(stored, bytes);
    const checked = await run('verify');
    expect(checked.code).toBe(1);
    expect(checked.out).toMatch(/2025-05\.candles is damaged: .*\nfiles: 1, complaints: 1\n$/);
  });

  it.runIf(mayLesserUserRun())('says that permission is missing when it may not read or write', async () => {
    const closed = path.join(place, 'closed');
    mkdirSync(path.join(closed, 'candles'), { recursive: true });
    chmodSync(closed, 0o000);
    chmodSync(place, 0o755);
    const [listed, imported] = await Promise.all([
      runIn(closed, LESSER_USER, ['list']),
      runIn(closed, LESSER_USER, ['import', file, '--symbol', 'BTCUSDT']),
    ]);
    chmodSync(closed, 0o755);
    expect(listed).toEqual({ code: 1, out: '', err: `${closed}/candles cannot be read: permission is missing.\n` });
    expect([imported.code, imported.out]).toEqual([1, '']);
    expect(imported.err).toMatch(/permission is missing\.\n$/);
  });

  it.runIf(existsSync('/dev/full'))('says that the disk is full when an export does not fit', async () => {
    await run('import', file, '--symbol', 'BTCUSDT', '--replace');
    const out = path.join(place, 'full.csv');
    symlinkSync('/dev/full', `${out}.part`); // This device answers every write like a full disk.
    expect(await run('export', 'BTCUSDT', '--out', out)).toEqual({
      code: 1,
      out: '',
      err: `${out} cannot be written: the disk is full.\n`,
    });
    expect(existsSync(out) || existsSync(`${out}.part`)).toBe(false);
  });

  it('stores the tick and step of a symbol with its files', async () => {
    const words = ['import', file, '--symbol', 'FOOUSDT'];
    const unknown = await run(...words);
    expect(unknown.err).toContain('The tick and the step of FOOUSDT are not known');
    expect((await run(...words, '--tick', '0.1', '--step', '0.001')).code).toBe(0);
    expect((await run(...words, '--replace')).out).toContain('3 candles imported\n');
    const finer = await run(...words, '--replace', '--tick', '0.01');
    expect(finer.err).toContain(
      'FOOUSDT is stored in ticks of 0.1 and steps of 0.001; 0.01 and 0.001 do not match them.',
    );
  });

  it.each<[string, string[], string]>([
    ['an option twice', ['import', 'x', '--symbol', 'BTCUSDT', '--symbol', 'ETHUSDT'], '--symbol is given twice'],
    [
      'a beginning behind the end',
      ['export', 'BTCUSDT', '--from', '2025-05-05', '--to', '2025-05-03'],
      '--from 2025-05-05 is not before --to 2025-05-03: no minute lies between them.',
    ],
    ['nothing', [], 'Usage: candles import'],
    ['an act that does not exist', ['delete', 'BTCUSDT'], 'Usage: candles import'],
    ['an act that every object has', ['constructor'], 'Usage: candles import'],
    ['no file', ['import', '--symbol', 'BTCUSDT'], 'Usage: candles import'],
    ['no symbol', ['import', 'x.csv'], 'Usage: candles import'],
    ['an option that does not exist', ['export', 'BTCUSDT', '--format', 'json'], "Unknown option '--format'"],
    ['a word too many', ['list', 'BTCUSDT'], 'Usage: candles import'],
    [
      'an unknown symbol without its tick',
      ['import', 'x', '--symbol', 'FOOUSDT'],
      'The tick and the step of FOOUSDT are not known: add --tick and --step',
    ],
    [
      'a tick of zero',
      ['import', 'x', '--symbol', 'BTCUSDT', '--tick', '0'],
      '--tick cannot be "0": it must be a decimal number above zero',
    ],
    [
      'a step that is not a number',
      ['import', 'x', '--symbol', 'BTCUSDT', '--step', '1,5'],
      '--step cannot be "1,5": it must be a decimal',
    ],
    [
      'a day that does not exist',
      ['export', 'BTCUSDT', '--from', '2025-02-30'],
      '--from cannot be "2025-02-30": it must be a UTC day or minute',
    ],
    [
      'half a minute',
      ['export', 'BTCUSDT', '--to', '2025-05-04T15:37:30'],
      '--to cannot be "2025-05-04T15:37:30": it must be a UTC day or minute',
    ],
    ['an invalid symbol', ['export', '../BTCUSDT'], '"../BTCUSDT" is not a symbol'],
  ])('%s is refused with a sentence', async (_, words, sentence) => {
    const config = { ...readConfig({}), dataDir: path.join(place, 'x'), candlesDir: path.join(place, 'x/candles') };
    const refusal = await candlesCommand(config, words).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(AppError);
    expect(String(refusal)).toContain(sentence);
  });
});
