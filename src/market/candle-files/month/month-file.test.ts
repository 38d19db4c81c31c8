import { readFileSync, writeFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#base/errors.ts';
import { chance } from '#base/prng.ts';
import { type CandleFolder, candleFolder, utc } from '../../../../tests/support/candle-folder.ts';
import { randomColumns } from '../../../../tests/support/columns.ts';
import { checkCases } from '../../../../tests/support/property.ts';
import { checkCandles } from '../check-candles.ts';
import { loadHistory } from '../history/load-history.ts';
import { listCandles } from '../list-candles.ts';

const START = utc('2025-05-04T15:37');
const MINUTES = 40;
const columns = { ...randomColumns(chance(1), MINUTES), start: START };

let stored: CandleFolder;
let file = '';
beforeEach(async () => {
  stored = candleFolder();
  file = `${stored.folder}/BTCUSDT/2025-05.candles`;
  await stored.fill('BTCUSDT', columns, (minute) => minute !== 20);
});
afterEach(() => stored.remove());

describe("a month's file", () => {
  it('has the documented layout: preamble, header, then the columns in a row', () => {
    const bytes = readFileSync(file);
    const headerBytes = bytes.readUInt32LE(12);
    expect(bytes.toString('latin1', 0, 8)).toBe('BYCOLUMN');
    expect(bytes.readUInt32LE(8)).toBe(1);
    expect((20 + headerBytes) % 64).toBe(0);
    const header = bytes.subarray(20, 20 + headerBytes);
    expect(bytes.readUInt32LE(16)).toBe(crc32(header));
    const { kind, facts, columns: listed } = JSON.parse(header.toString());
    expect(kind).toBe('candles');
    expect(facts).toEqual({
      symbol: 'BTCUSDT',
      tick: '0.1',
      step: '0.001',
      start: START,
      minutes: MINUTES,
      gaps: [[20, 1]],
    });
    expect(listed.map(([name, length]: [string, number]) => [name, length])).toEqual([
      ...['open', 'high', 'low', 'close', 'volume'].map((name) => [name, MINUTES]),
      // 15:37 is thirteen minutes before the end of its block, and 27 more minutes touch two blocks: 1 + 2.
      ...['low', 'high', 'closeLow', 'closeHigh', 'fall', 'rise'].map((name) => [`block ${name}`, 4]),
    ]);
    const body = bytes.subarray(20 + headerBytes);
    expect(body.length).toBe((MINUTES * 5 + 4 * 6) * 4);
    expect(body.readInt32LE(0)).toBe(columns.open[0]);
    expect(body.readInt32LE(MINUTES * 4)).toBe(columns.high[0]);
    expect(body.readInt32LE(MINUTES * 4 * 5 - 4)).toBe(columns.volume[MINUTES - 1]);
    expect(body.readInt32LE(MINUTES * 4 * 5)).toBe(Math.min(...columns.low.subarray(0, 11)));
    const volume = bytes.subarray(20 + headerBytes + MINUTES * 16, 20 + headerBytes + MINUTES * 20);
    expect(listed[4][2]).toBe(crc32(volume).toString(16).padStart(8, '0'));
  });

  it('is refused when any single byte has changed', async () => {
    const sound = readFileSync(file);
    await checkCases(300, async (dice) => {
      const bytes = Buffer.from(sound);
      const place = dice.between(0, bytes.length - 1);
      bytes[place] = (bytes[place] ?? 0) ^ dice.between(1, 255);
      writeFileSync(file, bytes);
      await expect(load(), `byte ${place}`).rejects.toBeInstanceOf(AppError);
    });
  });

  it.each<[string, (bytes: Buffer) => Buffer, string, string]>([
    [
      'another kind of file',
      () => Buffer.from('open_time,open'),
      'CANDLE_FILE_FOREIGN',
      ' is not a candle file: it must begin with "BYCOLUMN".',
    ],
    [
      'an empty file',
      () => Buffer.alloc(0),
      'CANDLE_FILE_FOREIGN',
      ' is not a candle file: it must begin with "BYCOLUMN".',
    ],
    [
      'a file of twelve bytes',
      (bytes) => bytes.subarray(0, 12),
      'CANDLE_FILE_DAMAGED',
      ' is damaged: it ends inside its first 20 bytes. Import its candles again.',
    ],
    [
      'a later version',
      (bytes) => changed(bytes, 8, 2),
      'CANDLE_FILE_VERSION',
      ' has version 2; this program reads version 1.',
    ],
    [
      'a file cut short',
      (bytes) => bytes.subarray(0, bytes.length - 5),
      'CANDLE_FILE_DAMAGED',
      ' is damaged: it is cut short, 1403 bytes instead of 1408. Import its candles again.',
    ],
    [
      'a file cut in its header',
      (bytes) => bytes.subarray(0, 100),
      'CANDLE_FILE_DAMAGED',
      ' is damaged: its header of 492 bytes does not fit into its 100 bytes. Import its candles again.',
    ],
    [
      'bytes behind the end',
      (bytes) => Buffer.concat([bytes, Buffer.alloc(7)]),
      'CANDLE_FILE_DAMAGED',
      ' is damaged: 7 bytes follow behind its end at byte 1408. Import its candles again.',
    ],
    [
      'a changed header',
      (bytes) => changed(bytes, 40, 1),
      'CANDLE_FILE_DAMAGED',
      ' is damaged: the checksum of its header is wrong. Import its candles again.',
    ],
  ])('is refused when it is %s', async (_, change, code, sentence) => {
    writeFileSync(file, change(readFileSync(file)));
    await expect(load()).rejects.toMatchObject({ code, message: `${file}${sentence}` });
  });

  it('is refused when a candle has changed, naming the column', async () => {
    const bytes = readFileSync(file);
    const high = bytes.length - (MINUTES * 4 + 4 * 6) * 4;
    writeFileSync(file, changed(bytes, high, 1));
    await expect(load()).rejects.toThrow(
      /is damaged: the checksum of its column "high" is [0-9a-f]{8}, not [0-9a-f]{8}\./,
    );
  });

  it.each<[string, (facts: Facts) => unknown, string]>([
    ['no symbol', ({ symbol: _, ...facts }) => facts, ' is damaged: its header says something wrong about "symbol"'],
    [
      'a tick of zero',
      (facts) => ({ ...facts, tick: '0.0' }),
      ' is damaged: its header says something wrong about "tick"',
    ],
    [
      'a start inside a minute',
      (facts) => ({ ...facts, start: START + 1 }),
      ' is damaged: its header says something wrong about "start"',
    ],
    [
      'minutes of the next month',
      (facts) => ({ ...facts, start: utc('2025-05-31T23:37') }),
      ' is damaged: its minutes reach into the next month.',
    ],
    [
      'another number of minutes',
      (facts) => ({ ...facts, minutes: 39 }),
      ' is damaged: its columns do not have the length of 39 minutes.',
    ],
    [
      'gaps that overlap',
      (facts) => ({
        ...facts,
        gaps: [
          [5, 3],
          [7, 2],
        ],
      }),
      ' is damaged: its gaps overlap or lie at an end of its minutes.',
    ],
    [
      'a gap at the beginning',
      (facts) => ({ ...facts, gaps: [[0, 1]] }),
      ' is damaged: its gaps overlap or lie at an end of its minutes.',
    ],
    [
      'a gap at the end',
      (facts) => ({ ...facts, gaps: [[39, 1]] }),
      ' is damaged: its gaps overlap or lie at an end of its minutes.',
    ],
    ['another symbol', (facts) => ({ ...facts, symbol: 'ETHUSDT' }), ' contains the data of ETHUSDT/2025-05.candles.'],
    [
      'another month',
      (facts) => ({ ...facts, start: utc('2025-04-04T15:37') }),
      ' contains the data of BTCUSDT/2025-04.candles.',
    ],
  ])('is refused when its header says %s', async (_, change, sentence) => {
    writeFileSync(file, withFacts(readFileSync(file), change));
    const refusal = await load().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(AppError);
    expect(String(refusal)).toContain(`${file}${sentence}`);
  });
});

describe('listing and checking stored candles', () => {
  it('the list shows the stored and the missing minutes of each symbol', async () => {
    await stored.fill('ETHUSDT', { ...columns, start: utc('2025-06-30T23:50') });
    expect(listCandles(stored.folder)).toMatchObject([
      {
        symbol: 'BTCUSDT',
        tick: '0.1',
        step: '0.001',
        months: ['2025-05'],
        from: START,
        to: utc('2025-05-04T16:16'),
        minutes: 39,
        missing: 1,
        bytes: 1_408,
      },
      { symbol: 'ETHUSDT', months: ['2025-06', '2025-07'], minutes: 40, missing: 0 },
    ]);
    expect(listCandles(`${stored.folder}/nothing`)).toEqual([]);
  });

  it('the check reads every file and names the damaged ones', async () => {
    await stored.fill('ETHUSDT', columns);
    expect(await checkCandles(stored.folder)).toEqual({ files: 2, complaints: [] });
    writeFileSync(file, changed(readFileSync(file), 1_407, 1));
    const { files, complaints } = await checkCandles(stored.folder);
    expect(files).toBe(2);
    expect(complaints).toEqual([
      expect.stringContaining(`${file} is damaged: the checksum of its column "block rise" is`),
    ]);
  });
});

type Facts = Readonly<Record<string, unknown>>;

function load() {
  return loadHistory({ folder: stored.folder, symbol: 'BTCUSDT', from: null, to: null, grids: null });
}

/** A copy with one byte increased by `by`. */
function changed(bytes: Buffer, place: number, by: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[place] = place === 8 ? by : ((copy[place] ?? 0) + by) & 255;
  return copy;
}

/** The file with other facts and a matching checksum, as a faulty writer would produce it. */
function withFacts(bytes: Buffer, change: (facts: Facts) => unknown): Buffer {
  const end = 20 + bytes.readUInt32LE(12);
  const header = JSON.parse(bytes.toString('utf8', 20, end));
  const text = Buffer.from(JSON.stringify({ ...header, facts: change(header.facts) }));
  const preamble = Buffer.from(bytes.subarray(0, 20));
  preamble.writeUInt32LE(text.length, 12);
  preamble.writeUInt32LE(crc32(text), 16);
  return Buffer.concat([preamble, text, bytes.subarray(end)]);
}
