import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { chance } from '#base/prng.ts';
import { gridText } from '#engine/model/instrument.ts';
import { recordedInstruments } from '#market/recording/recorded-instruments.ts';
import { loadRecording } from '#market/recording/recording.ts';
import {
  type CandleFolder,
  candleFolder,
  csvOf,
  GRIDS,
  importFiles,
  utc,
} from '../../../tests/support/candle-folder.ts';
import { randomColumns } from '../../../tests/support/columns.ts';
import { checkCases } from '../../../tests/support/property.ts';
import { TIME_FORMS } from './csv/csv-time.ts';
import { exportCandles } from './export-candles.ts';
import { loadHistory } from './history/load-history.ts';
import { type CandleImport, importCandles } from './import-candles.ts';

let stored: CandleFolder;
beforeEach(() => {
  stored = candleFolder();
});
afterEach(() => stored.remove());

const T0 = 1_746_373_020_000; // 2025-05-04 15:37 UTC.
const T1 = T0 + 60_000;
const ROW0 = `${T0},95467.7,95477.9,95467.6,95473.6,33.653`;
const ROW1 = `${T1},95473.6,95479.0,95470.0,95470.1,12.000`;
const HEADER = 'open_time,open,high,low,close,volume';

describe('an import of candles', () => {
  it.each<[string, readonly string[], string]>([
    [
      'a price with a comma',
      [HEADER, `${T0},95467.7,"95,477.9",95467.6,95473.6,33.653`],
      'line 2, column 3 (high): "95,477.9" is not a decimal number.',
    ],
    [
      'something behind a quoted field',
      [`${T0},95467.7,"95477.9"5,95467.6,95473.6,33.653`],
      'line 1, column 3 (high): ""95477.9"5" is not a decimal number.',
    ],
    [
      'an exponent without digits',
      [ROW0, `${T1},9.5e,95479.0,95470.0,95470.1,1`],
      'line 2, column 2 (open): "9.5e" is not a decimal number.',
    ],
    [
      'a space',
      [`${T0}, 95467.7,95477.9,95467.6,95473.6,33.653`],
      'line 1, column 2 (open): " 95467.7" is not a decimal number.',
    ],
    [
      'an open beside the tick',
      [`${T0},95467.75,95477.9,95467.6,95473.6,33.653`],
      'line 1, column 2 (open): "95467.75" is not a multiple of the tick 0.1.',
    ],
    [
      'a volume beside the step',
      [`${T0},95467.7,95477.9,95467.6,95473.6,33.6531`],
      'line 1, column 6 (volume): "33.6531" is not a multiple of the step 0.001.',
    ],
    [
      'a price of zero',
      [`${T0},95467.7,95477.9,0.0,95473.6,33.653`],
      'line 1, column 4 (low): "0.0" is not a price above zero.',
    ],
    [
      'a negative price',
      [`${T0},95467.7,95477.9,-1.0,95473.6,33.653`],
      'line 1, column 4 (low): "-1.0" is not a price above zero.',
    ],
    [
      'a negative volume',
      [`${T0},95467.7,95477.9,95467.6,95473.6,-1`],
      'line 1, column 6 (volume): "-1" is below zero.',
    ],
    [
      'a price beyond int32',
      [`${T0},214748364.8,214748364.8,1.0,1.0,1`],
      'line 1, column 2 (open): "214748364.8" is more than 2147483647 ticks.',
    ],
    [
      'a low above the open',
      [`${T0},95467.7,95477.9,95467.8,95473.6,1`],
      'line 1, column 4 (low): the low 95467.8 lies above the open 95467.7.',
    ],
    [
      'a low above the close',
      [`${T0},95467.7,95477.9,95467.6,95467.5,1`],
      'line 1, column 4 (low): the low 95467.6 lies above the close 95467.5.',
    ],
    [
      'a high below the open',
      [`${T0},95467.7,95467.6,95467.6,95467.6,1`],
      'line 1, column 3 (high): the high 95467.6 lies below the open 95467.7.',
    ],
    [
      'a high below the close',
      [`${T0},95467.7,95470.0,95467.6,95473.6,1`],
      'line 1, column 3 (high): the high 95470.0 lies below the close 95473.6.',
    ],
    ['a column too few', [`${T0},95467.7,95477.9,95467.6,95473.6`], 'line 1, column 6 (volume): it is missing.'],
    ['an empty field', [`${T0},95467.7,,95467.6,95473.6,1`], 'line 1, column 3 (high): it is missing.'],
    ['an empty line in the middle', [ROW0, '', ROW1], `line 2, column 1 (open_time): "" is not a time: ${TIME_FORMS}.`],
    [
      'a time that may be a day and an hour or seconds of 2034',
      [`2025050415,95467.7,95477.9,95467.6,95473.6,1`],
      `line 1, column 1 (open_time): "2025050415" is not a time: ${TIME_FORMS}.`,
    ],
    [
      'a day that does not exist',
      [`2025-02-30T00:00,95467.7,95477.9,95467.6,95473.6,1`],
      `line 1, column 1 (open_time): "2025-02-30T00:00" is not a time: ${TIME_FORMS}.`,
    ],
    [
      'a time inside a minute',
      [`${T0 + 1_000},95467.7,95477.9,95467.6,95473.6,1`],
      `line 1, column 1 (open_time): "${T0 + 1_000}" does not open a minute.`,
    ],
    [
      'a minute twice',
      [HEADER, ROW0, ROW0],
      'line 3, column 1 (open_time): the minute 2025-05-04 15:37 is a duplicate of line 2.',
    ],
    [
      'minutes that go back',
      [ROW1, ROW0],
      'line 2, column 1 (open_time): the minute 2025-05-04 15:37 comes after 2025-05-04 15:38 on line 1; minutes must ascend.',
    ],
    [
      'columns in another order',
      ['time,open,close,high,low,volume', ROW0],
      'line 1, column 3 (high): the header says "close"; the order is open_time,open,high,low,close,volume.',
    ],
    [
      'a header too short',
      ['Open time,Open,High,Low,Close', ROW0],
      'line 1, column 6 (volume): this column is missing; the order is open_time,open,high,low,close,volume.',
    ],
    [
      'a second header',
      [HEADER, ROW0, HEADER],
      `line 3, column 1 (open_time): "open_time" is not a time: ${TIME_FORMS}.`,
    ],
    ['a line without an end', ['x'.repeat(5_000)], 'line 1: more than 2000 characters in one line.'],
  ])('refuses %s, naming file, line and column', async (_, lines, where) => {
    const file = stored.file('BTCUSDT-1m-2025-05.csv', `${lines.join('\n')}\n`);
    await expect(importFiles(stored.folder, 'BTCUSDT', [file])).rejects.toMatchObject({
      code: 'CSV_INVALID',
      message: `${file}, ${where}`,
    });
    expect(readdirSync(stored.folder)).toEqual([]);
  });

  it('names the line at which a compressed file breaks off', async () => {
    const whole = gzipSync(csvOf({ ...randomColumns(chance(1), 40_000), start: utc('2025-05-01T00:00') }), {
      level: 1,
    });
    const short = stored.file('short.csv.gz', whole.subarray(0, whole.length / 2));
    await expect(importFiles(stored.folder, 'BTCUSDT', [short])).rejects.toThrow(
      /short\.csv\.gz, line \d{4,5}: the compressed file ends too early\.$/,
    );
    const bent = Buffer.from(whole);
    bent.fill(0xff, 1_000, 1_100);
    const damaged = stored.file('damaged.csv.gz', bent);
    await expect(importFiles(stored.folder, 'BTCUSDT', [damaged])).rejects.toThrow(
      /damaged\.csv\.gz, line \d+: the file is not sound gzip \(.+\)\.$/,
    );
    const missing = path.join(stored.folder, 'absent.csv');
    await expect(importFiles(stored.folder, 'BTCUSDT', [missing])).rejects.toMatchObject({ code: 'CSV_NOT_READABLE' });
    expect(readdirSync(stored.folder)).toEqual([]);
  });

  it.each([
    [
      'without a header, in microseconds, with more columns',
      `${T0}000,95467.7,95477.9,95467.60000000,95473.6,33.653,${T0}999,1,2,3\n${T1}000,95473.6,95479.0,95470.0,95470.1,12,x,,,`,
    ],
    ['with the unit in the header', `open_time_ms,open,high,low,close,volume\n${ROW0}\n${ROW1}\n`],
    ['with a header and returns', `Open time,Open,High,Low,Close,Volume,Close time\r\n${ROW0},9\r\n${ROW1},9\r\n`],
    [
      'with quotes and a byte-order mark',
      `\uFEFF"open_time","open","high","low","close","volume"\n${ROW0}\n"${T1}","95473.6",95479,95470,95470.1,"12.0"`,
    ],
    [
      'in ISO times',
      `2025-05-04T15:37:00Z,95467.7,95477.9,95467.6,95473.6,33.653\n2025-05-04 15:38,95473.6,95479,95470,95470.1,12`,
    ],
    [
      'in seconds and with numbers as Python prints them',
      `1746373020,9.54677e4,95477.9,95467.6,+95473.6,3.3653E+01\n1746373080.0,95473.6,95479.,95470,954701e-1,1.2e1\n`,
    ],
    [
      'in times with the offset of their zone',
      `2025-05-04T17:37:00+02:00,95467.7,95477.9,95467.6,95473.6,33.653\n2025-05-04 10:08-0530,95473.6,95479,95470,95470.1,12`,
    ],
    ['with empty lines at the end', `${HEADER}\n${ROW0}\n${ROW1}\n\n  \n`],
    ['with returns and empty lines at the end', `${HEADER}\r\n${ROW0}\r\n${ROW1}\r\n\r\n\r\n`],
  ])('reads candles %s', async (_, text) => {
    await importFiles(stored.folder, 'BTCUSDT', [stored.file('klines.csv', text)]);
    expect(await exported()).toBe(`${HEADER}\n${ROW0}\n${ROW1}\n`);
  });

  it('rounds prices and volumes to the grid only on request, half up, and counts the rounded values', async () => {
    const file = stored.file('off.csv', `${T0},95467.75,95477.949999999999999,95467.64,95467.7,33.6535\n`);
    const near = { offTick: 'nearest', offStep: 'nearest' } as const;
    const outcome = await importCandles({ ...request([file]), ...near });
    expect(outcome.moved).toEqual({ prices: 3, volumes: 1 });
    expect(await exported()).toBe(`${HEADER}\n${T0},95467.8,95477.9,95467.6,95467.7,33.654\n`);
  });

  it('a volume of more steps than can be stored is capped and counted, as one from the exchange is', async () => {
    const volumes = ['2147483.647', '2147483.648', '2.5e6', '98765432109876543210.5', '0.001'];
    const rows = volumes.map((volume, minute) => `${T0 + minute * 60_000},1,1,1,1,${volume}`);
    const { capped, candles } = await importFiles(stored.folder, 'BTCUSDT', [stored.file('x.csv', rows.join('\n'))]);
    expect({ capped, candles }).toEqual({ capped: 3, candles: 5 });
    const kept = (await exported()).split('\n').map((line) => line.split(',')[5]);
    expect(kept.slice(1, 6)).toEqual(['2147483.647', '2147483.647', '2147483.647', '2147483.647', '0.001']);
  });

  it.each([
    [5, '5 minutes'],
    [60, '1 hour'],
    [90, '90 minutes'],
    [240, '4 hours'],
    [1_440, '1 day'],
  ])(
    'a file of candles of %i minutes is refused by its commonest distance, also with holes and beside minutes',
    async (length, text) => {
      const starts = [0, 1, 2, 4, 5, 6, 9].map((bar) => bar * length);
      const rows = (minutes: readonly number[]) =>
        minutes.map((minute) => `${T0 + minute * 60_000},1,1,1,1,0\n`).join('');
      const fine = stored.file('fine.csv', rows([-3, -2, -1]));
      const long = stored.file('long.csv', `${HEADER}\n${rows(starts)}`);
      await expect(importFiles(stored.folder, 'BTCUSDT', [fine, long])).rejects.toMatchObject({
        code: 'CSV_INVALID',
        message: `${long}: these are candles of ${text}; import those of one minute.`,
      });
      expect(readdirSync(stored.folder)).toEqual([]);
    },
  );

  it('minutes of which many are missing are still minutes', async () => {
    const starts = [0, 1, 2, 7, 12, 13, 14, 15, 20, 30];
    const rows = starts.map((minute) => `${T0 + minute * 60_000},1,1,1,1,0`).join('\n');
    expect((await importFiles(stored.folder, 'BTCUSDT', [stored.file('x.csv', rows)])).candles).toBe(10);
  });

  it('joins several files as if they were one, and lists missing minutes', async () => {
    const files = [
      stored.file('a.csv', `${HEADER}\n${ROW0}\n`),
      stored.file('b.csv.gz', gzipSync(`${T1 + 120_000},1,1,1,1,0`)),
    ];
    const { months, candles } = await importFiles(stored.folder, 'BTCUSDT', files);
    expect({ months, candles }).toEqual({ candles: 2, months: [{ start: T0, minutes: 4, gaps: [[1, 2]] }] });
    expect(await exported()).toBe(`${HEADER}\n${ROW0}\n${T1 + 120_000},1.0,1.0,1.0,1.0,0.000\n`);
    const swapped = importFiles(stored.folder, 'ETHUSDT', [at(files, 1), at(files, 0)]);
    await expect(swapped).rejects.toThrow(
      `${files[0]}, line 2, column 1 (open_time): the minute 2025-05-04 15:37 comes after 2025-05-04 15:40 on line 1 of ${files[1]}; minutes must ascend.`,
    );
  });

  it('leaves stored months unchanged unless told to replace them', async () => {
    await importFiles(stored.folder, 'BTCUSDT', [stored.file('a.csv', ROW0)]);
    // June would be new, May is already stored: neither may be written.
    const both = stored.file('b.csv', `${ROW1}\n${utc('2025-06-01T00:00')},1,1,1,1,0\n`);
    const place = `${stored.folder}/BTCUSDT/2025-05.candles`;
    const before = readFileSync(place);
    await expect(importFiles(stored.folder, 'BTCUSDT', [both])).rejects.toMatchObject({
      code: 'CANDLES_EXIST',
      message: `${place} already exists. Nothing was imported; --replace replaces it.`,
    });
    const broken = stored.file('c.csv', `${ROW1}\n${utc('2025-06-01T00:00')},1,1,1,1,0\n,`);
    await expect(importCandles({ ...request([broken]), existing: 'replace' })).rejects.toThrow('line 3');
    expect(readFileSync(place)).toEqual(before);
    expect(readdirSync(path.dirname(place))).toEqual(['2025-05.candles']);
    await importCandles({ ...request([both]), existing: 'replace' });
    expect(readdirSync(path.dirname(place))).toEqual(['2025-05.candles', '2025-06.candles']);
    expect(await exported()).toBe(`${HEADER}\n${ROW1}\n${utc('2025-06-01T00:00')},1.0,1.0,1.0,1.0,0.000\n`);
  });

  it('refuses a tick other than that of the stored months, an empty file, and a name that leads out of the folder', async () => {
    await importFiles(stored.folder, 'BTCUSDT', [stored.file('a.csv', ROW0)]);
    const june = stored.file('june.csv', `${utc('2025-06-01T00:00')},1,1,1,1,0\n`);
    await expect(importCandles({ ...request([june]), tick: '0.01' })).rejects.toMatchObject({
      code: 'CANDLE_FILE_DIFFERS',
      message: 'BTCUSDT is stored in ticks of 0.1 and steps of 0.001; 0.01 and 0.001 do not match them.',
    });
    const empty = stored.file('empty.csv', `${HEADER}\n`);
    await expect(importFiles(stored.folder, 'ETHUSDT', [empty])).rejects.toThrow(`There are no candles in ${empty}.`);
    await expect(importFiles(stored.folder, '../x', [june])).rejects.toMatchObject({ code: 'SYMBOL_NOT_ALLOWED' });
    expect(existsSync(path.join(stored.folder, '../x'))).toBe(false);
  });
});

describe('import and export', () => {
  it('are inverse: an export imports to the same candles', async () => {
    await checkCases(10, async (dice) => {
      stored.remove();
      stored = candleFolder();
      const columns = { ...randomColumns(dice, dice.between(1, 3_000)), start: utc('2025-06-30T12:00') };
      columns.volume.forEach((_, minute) => {
        columns.volume[minute] = dice.between(0, 2 ** 31 - 1);
      });
      const csv = csvOf(columns, (minute) => minute === 0 || dice.next() > 0.05);
      const file = dice.next() < 0.5 ? stored.file('x.csv', csv) : stored.file('x.csv.gz', gzipSync(csv));
      await importFiles(stored.folder, 'BTCUSDT', [file]);
      const text = await exported();
      expect(text).toBe(csv);
      const again = path.join(stored.folder, 'again');
      await importFiles(again, 'BTCUSDT', [stored.file('y.csv', text)]);
      for (const name of readdirSync(path.join(again, 'BTCUSDT'))) {
        expect(readFileSync(path.join(again, 'BTCUSDT', name))).toEqual(
          readFileSync(path.join(stored.folder, 'BTCUSDT', name)),
        );
      }
    });
  });

  it('return the bundled recording unchanged', async () => {
    const symbol = 'XRPUSDT';
    const recorded = (await loadRecording([symbol])).get(symbol)?.columns;
    const instrument = recordedInstruments().get(symbol);
    if (recorded === undefined || instrument === undefined) throw new Error(`${symbol} is recorded`);
    const grids = { tick: gridText(instrument.tick), step: gridText(instrument.step) };
    const [tickPlaces, stepPlaces] = [instrument.tick.decimals, instrument.step.decimals];
    const rows = Array.from(recorded.open, (_, minute) => {
      const prices = [recorded.open, recorded.high, recorded.low, recorded.close].map((column) =>
        (at(column, minute) / 10 ** tickPlaces).toFixed(tickPlaces),
      );
      const volume = (at(recorded.volume, minute) / 10 ** stepPlaces).toFixed(stepPlaces);
      return `${recorded.start + minute * 60_000},${prices.join(',')},${volume}`;
    });
    await importCandles({ ...request([stored.file('r.csv', rows.join('\n'))]), symbol, ...grids });
    const query = { folder: stored.folder, symbol, from: null, to: null, grids };
    expect((await loadHistory(query)).columns).toEqual(recorded);
    expect(await exported(symbol)).toBe(`${HEADER}\n${rows.join('\n')}\n`);
  });

  it('select minutes from the first one, included, to the last one, excluded', async () => {
    await importFiles(stored.folder, 'BTCUSDT', [stored.file('a.csv', `${ROW0}\n${ROW1}`)]);
    expect(await exported('BTCUSDT', utc('2025-05-04T15:38'))).toBe(`${HEADER}\n${ROW1}\n`);
    expect(await exported('BTCUSDT', null, utc('2025-05-04T15:38'))).toBe(`${HEADER}\n${ROW0}\n`);
  });
});

function request(files: readonly string[]): CandleImport {
  return {
    ...GRIDS,
    ...{ folder: stored.folder, symbol: 'BTCUSDT', files, existing: 'refuse', offTick: 'refuse', offStep: 'refuse' },
    tell: () => {},
  };
}

async function exported(symbol = 'BTCUSDT', from: ReturnType<typeof utc> | null = null, to = null as typeof from) {
  const query = { folder: stored.folder, symbol, from, to, grids: null };
  let text = '';
  for await (const piece of exportCandles(query)) text += piece;
  return text;
}
