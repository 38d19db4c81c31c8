import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { readBars } from './read-bars.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'botyard-bars-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(name: string, content: string | Uint8Array): string {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}

const HEADER = 'open_time_ms,open,high,low,close,volume';
const [ROW, NEXT] = [
  '1741258800000,91250,91563,90953.1,91319.2,5659.315',
  '1741262400000,91319.2,91369.6,89800,90062.7,0',
];

describe('a file of bars', () => {
  it('is read with and without header, volume and compression, whatever the length of a bar', async () => {
    const columns = await readBars(fileOf('plain.csv', `${HEADER}\n${ROW}\n${NEXT}\n`));
    expect(columns.time).toEqual(Float64Array.of(1_741_258_800_000, 1_741_262_400_000));
    expect(columns.low).toEqual(Float64Array.of(90_953.1, 89_800));
    expect(columns.volume).toEqual(Float64Array.of(5_659.315, 0));
    expect(await readBars(fileOf('bare.csv', `${ROW}\n${NEXT}`))).toEqual(columns);
    expect(await readBars(fileOf('packed.csv.gz', gzipSync(`${HEADER}\n${ROW}\n${NEXT}\n`)))).toEqual(columns);
    const days = await readBars(
      fileOf('days.csv', 'date,open,high,low,close\n2017-01-03,1,3,0.5,2\n2017-01-04,2,2,2,2\n'),
    );
    expect(days.time).toEqual(Float64Array.of(Date.UTC(2017, 0, 3), Date.UTC(2017, 0, 4)));
    expect(days.volume).toBeUndefined();
  });

  it('a CSV of bars is read with times in seconds, exponents and trailing empty lines', async () => {
    const columns = await readBars(
      fileOf('python.csv', 'time,open,high,low,close\r\n1747000000,1e3,2E3,5e-1,1\r\n\r\n\r\n'),
    );
    expect([columns.time, columns.open, columns.high, columns.low].map((column) => column?.[0])).toEqual([
      1_747_000_000_000, 1_000, 2_000, 0.5,
    ]);
    const gap = fileOf('gap.csv', `${ROW}\n\n${NEXT}\n`);
    await expect(readBars(gap)).rejects.toThrow('gap.csv, line 2, column 1 (time): "" is not a time');
  });

  it('may name further inputs, of which an empty one is unknown, and columns that nobody reads', async () => {
    const header = `${HEADER},trades,taker_buy_volume,funding_rate`;
    const columns = await readBars(fileOf('more.csv', `${header}\n${ROW},12,100,\n${NEXT},3,0,-0.0001\n`));
    expect(columns.taker_buy_volume).toEqual(Float64Array.of(100, 0));
    expect(columns.funding_rate).toEqual(Float64Array.of(Number.NaN, -0.0001));
    expect(Object.keys(columns)).not.toContain('trades');
  });

  it.each([
    [
      'a price that is no number',
      [HEADER, ROW.replace('91563', '9.1e')],
      'line 2, column 3 (high): "9.1e" is not a decimal number.',
    ],
    [
      'a price of zero',
      [HEADER, ROW.replace('90953.1', '0')],
      'line 2, column 4 (low): "0" is not a price above zero.',
    ],
    ['a missing field', [HEADER, ROW.replace('91563', '')], 'line 2, column 3 (high): it is missing.'],
    ['a missing volume', [HEADER, ROW.replace('5659.315', '')], 'line 2, column 6 (volume): it is missing.'],
    [
      'a negative volume',
      [HEADER, ROW.replace('5659', '-5659')],
      'line 2, column 6 (volume): "-5659.315" is below zero.',
    ],
    [
      'a high below the close',
      [ROW.replace('91563', '91300')],
      'line 1, column 3 (high): the high lies below open or close.',
    ],
    [
      'a low above the open',
      [ROW.replace('90953.1', '91260')],
      'line 1, column 4 (low): the low lies above open or close.',
    ],
    ['a time that is none', [ROW.replace('1741258800000', 'noon')], 'line 1, column 1 (time): the header says "noon"'],
    ['a time twice', [ROW, ROW], 'line 2, column 1 (time): "1741258800000" does not come after'],
    ['columns in another order', ['time,open,low,high,close'], 'line 1, column 3 (high): the header says "low"'],
    ['a column named twice', [`${HEADER},volume`], 'line 1, column 7 (volume): the header names this column twice.'],
    ['no candles', [HEADER], 'line 1: there are no candles in the file.'],
  ])('with %s is refused, naming line and column', async (_, lines, sentence) => {
    await expect(readBars(fileOf('bad.csv', `${lines.join('\n')}\n`))).rejects.toThrow(`bad.csv, ${sentence}`);
  });
});
