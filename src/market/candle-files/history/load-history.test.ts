import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { type Chance, chance } from '#base/prng.ts';
import { type Instant, later, MINUTE_MS } from '#base/time.ts';
import type { CandleColumns } from '#engine/model/candle.ts';
import { longHoles, type SymbolHistory } from '#engine/model/history.ts';
import { skipIndexOf } from '#engine/scan/skip-index.ts';
import { minutesIn } from '#engine/schedule/minute-holes.ts';
import { type CandleFolder, candleFolder, GRIDS, utc } from '../../../../tests/support/candle-folder.ts';
import { randomColumns } from '../../../../tests/support/columns.ts';
import { checkCases } from '../../../../tests/support/property.ts';
import { importFunding } from '../funding/funding-csv.ts';
import { slice } from '../month/month-file.ts';
import { loadHistory } from './load-history.ts';
import { openMarketHistory } from './open-market-history.ts';

let stored: CandleFolder;
beforeEach(() => {
  stored = candleFolder();
});
afterEach(() => stored.remove());

function load(symbol: string, from: Instant | null = null, to: Instant | null = null): Promise<SymbolHistory> {
  return loadHistory({ folder: stored.folder, symbol, from, to, grids: null });
}

function columnsFrom(start: Instant, minutes: number, dice = chance(1)): CandleColumns {
  return { ...randomColumns(dice, minutes), start };
}

describe('a loaded history', () => {
  it('joins the months around a leap day without a gap', async () => {
    const columns = columnsFrom(utc('2024-01-31T20:00'), 30 * 1_440 + 600);
    const { months } = await stored.fill('BTCUSDT', columns);
    expect(months.map(({ minutes }) => minutes)).toEqual([240, 29 * 1_440, 1_800]);
    const history = await load('BTCUSDT');
    expect(history.columns).toEqual(columns);
    expect(history.index).toEqual(skipIndexOf(columns));
    expect(history.frozen).toEqual([]);
  });

  it('contains the requested minutes that the source had, with a skip index over exactly those', async () => {
    await checkCases(30, async (dice) => {
      stored.remove();
      stored = candleFolder();
      // Noon is the edge of a block. Half of the histories begin on an edge and read their blocks from the files.
      const start = later(utc('2024-02-28T12:00'), dice.between(0, 125) * dice.pick([15, 16]) * MINUTE_MS);
      const columns = columnsFrom(start, dice.between(1, 4_000), dice);
      const has = presence(dice, columns.low.length);
      await stored.fill('BTCUSDT', columns, (minute) => at(has, minute));
      const step = dice.pick([1, 16]);
      const [one, other] = [0, 1].map(() => step * dice.between(-6, Math.ceil(has.length / step) + 6));
      const wanted = { from: Math.min(one ?? 0, other ?? 0), to: Math.max(one ?? 0, other ?? 0) };
      const query = [later(start, wanted.from * MINUTE_MS), later(start, wanted.to * MINUTE_MS)] as const;
      const first = has.findIndex((isThere, minute) => isThere && minute >= wanted.from);
      const end = has.findLastIndex((isThere, minute) => isThere && minute < wanted.to) + 1;
      if (first === -1 || first >= end) {
        await expect(load('BTCUSDT', ...query)).rejects.toMatchObject({ code: 'CANDLES_MISSING' });
        return;
      }
      const history = await load('BTCUSDT', ...query);
      const expected = slice(filledFlat(columns, has), first, end);
      expect(history.columns).toEqual(expected);
      expect(history.index).toEqual(skipIndexOf(expected));
      expect(longHoles(history)).toEqual(longRuns(has.slice(first, end)));
      expect(minutesIn(history.frozen, { from: 0, to: end - first })).toBe(
        has.slice(first, end).filter((isThere) => !isThere).length,
      );

      const memory = new SharedArrayBuffer(400_000);
      new Uint8Array(memory).fill(7);
      const again = await loadHistory({
        folder: stored.folder,
        symbol: 'BTCUSDT',
        from: query[0],
        to: query[1],
        grids: null,
        memory,
      });
      expect(again.columns.low.buffer).toBe(memory);
      expect(again).toEqual(history);
    });
  });

  it('is frozen and flat without volume over missing minutes, of which bars count up to five in a row as flat', async () => {
    const columns = columnsFrom(utc('2025-05-01T00:00'), 100);
    await stored.fill('BTCUSDT', columns, (minute) => !(minute >= 10 && minute < 15) && !(minute >= 40 && minute < 46));
    const history = await load('BTCUSDT');
    expect(history.frozen).toEqual([
      { from: 10, to: 15 },
      { from: 40, to: 46 },
    ]);
    expect(history.filled).toEqual([{ from: 10, to: 15 }]);
    const close = at(columns.close, 9);
    for (const column of ['open', 'high', 'low', 'close'] as const) {
      expect([...history.columns[column].subarray(10, 15)]).toEqual([close, close, close, close, close]);
    }
    expect([...history.columns.volume.subarray(9, 16)].map((volume) => volume > 0)).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
      true,
    ]);
  });

  it('treats a month that is not stored as a gap', async () => {
    const [january, march] = [columnsFrom(utc('2025-01-31T22:40'), 75), columnsFrom(utc('2025-03-01T00:05'), 60)];
    await stored.fill('BTCUSDT', january);
    await stored.fill('BTCUSDT', march);
    const history = await load('BTCUSDT');
    const hole = { from: 75, to: 80 + 28 * 1_440 + 5 };
    expect(history.frozen).toEqual([hole]);
    expect(history.columns.open[hole.to - 1]).toBe(january.close[74]);
    expect(history.index).toEqual(skipIndexOf(history.columns));
  });

  it('lies in one block of memory, which a worker shares', async () => {
    await stored.fill('BTCUSDT', columnsFrom(utc('2025-05-01T00:00'), 1_000));
    await stored.fill('ETHUSDT', columnsFrom(utc('2025-05-01T00:00'), 1_000));
    const symbols = new Map([
      ['BTCUSDT', null],
      ['ETHUSDT', null],
    ]);
    const market = await openMarketHistory({ folder: stored.folder, symbols, from: null, to: null });
    const { columns, index, funding } = at([...market.symbols.values()], 1);
    const { start, ...candles } = columns;
    const arrays = [...Object.values(candles), ...Object.values(index).flat(), funding.minute, funding.rate];
    expect(new Set(arrays.map((array: Int32Array) => array.buffer)).size).toBe(1);

    const script = `const { parentPort, workerData } = require('node:worker_threads');
      const { columns, index } = workerData.symbols.get('ETHUSDT');
      const seen = { close: columns.close[999], top: index.high.at(-1)[0], isOne: index.low[0] === columns.low };
      columns.volume[7] = 4711;
      parentPort.postMessage(seen);`;
    const worker = new Worker(script, { eval: true, workerData: market });
    const [seen] = await once(worker, 'message');
    expect(seen).toEqual({ close: columns.close[999], top: Math.max(...columns.high), isOne: true });
    expect(columns.volume[7]).toBe(4_711);
  });

  it('settles funding in the minute that contains the settlement, except in frozen minutes', async () => {
    await stored.fill('BTCUSDT', columnsFrom(utc('2025-05-01T07:00'), 1_000), (minute) => minute < 500 || minute > 600);
    const rows = ['symbol,funding_time,funding_rate'];
    for (const [time, rate] of [
      ['2025-05-01T00:00', '0.0001'],
      ['2025-05-01T08:00', '-0.00002404'],
      ['2025-05-01T16:00', '0.0001'],
      ['2025-05-01T23:00', '0.00003'],
      ['2025-05-02T00:00', '0.0001'],
    ] as const) {
      rows.push(`BTCUSDT,${utc(time) + 2},${rate}`, `ETHUSDT,${utc(time)},0.5`);
    }
    const files = [stored.file('funding.csv', rows.join('\n'))];
    await importFunding({ folder: stored.folder, symbol: 'BTCUSDT', files, existing: 'refuse' });
    const { funding } = await load('BTCUSDT');
    expect([...funding.minute]).toEqual([60, 960]);
    expect([...funding.rate]).toEqual([-2_404, 3_000]);
  });

  it('is refused when its files use another tick than the caller', async () => {
    await stored.fill('BTCUSDT', columnsFrom(utc('2025-05-01T00:00'), 20));
    const query = { folder: stored.folder, symbol: 'BTCUSDT', from: null, to: null };
    await expect(loadHistory({ ...query, grids: { ...GRIDS, tick: '0.01' } })).rejects.toMatchObject({
      code: 'CANDLE_FILE_DIFFERS',
      message: `${stored.folder}/BTCUSDT/2025-05.candles has ticks of 0.1 and steps of 0.001; 0.01 and 0.001 were requested.`,
    });
    await expect(loadHistory({ ...query, grids: { ...GRIDS, tick: '0.10' } })).resolves.toBeDefined();
  });

  it('is refused when nothing is stored for the request, naming the months that are', async () => {
    await stored.fill('BTCUSDT', columnsFrom(utc('2025-05-01T00:00'), 20));
    await expect(load('BTCUSDT', utc('2025-06-01T00:00'))).rejects.toThrow(
      'No candles of BTCUSDT from 2025-06-01 00:00 to the end are stored; stored are 2025-05 to 2025-05.',
    );
    await expect(load('ETHUSDT')).rejects.toThrow(
      'No candles of ETHUSDT from the beginning to the end are stored; nothing is stored.',
    );
    await expect(load('../secrets')).rejects.toMatchObject({ code: 'SYMBOL_NOT_ALLOWED' });
  });
});

describe('the history of a market', () => {
  it('covers the same minutes for all symbols; a symbol without candles there is flat and frozen', async () => {
    const [long, short] = [
      columnsFrom(utc('2025-04-30T23:28'), 200),
      columnsFrom(utc('2025-05-01T00:05'), 33, chance(2)),
    ];
    await stored.fill('BTCUSDT', long);
    await stored.fill('ETHUSDT', short);
    await stored.fill('SOLUSDT', slice(long, 3, 198));
    const symbols = new Map([
      ['BTCUSDT', GRIDS],
      ['ETHUSDT', null],
      ['SOLUSDT', null],
    ]);
    const market = await openMarketHistory({ folder: stored.folder, symbols, from: null, to: null });
    expect([market.start, market.minutes]).toEqual([long.start, 200]);
    expect(market.symbols.get('BTCUSDT')?.columns).toEqual(long);
    const { columns, index, frozen } = at([...market.symbols.values()], 1);
    expect(columns.start).toBe(long.start);
    expect(frozen).toEqual([
      { from: 0, to: 37 },
      { from: 70, to: 200 },
    ]);
    expect(slice(columns, 37, 70)).toEqual(short);
    expect(new Set(columns.low.subarray(0, 37))).toEqual(new Set([short.open[0]]));
    expect(new Set(columns.high.subarray(70))).toEqual(new Set([short.close[32]]));
    expect(columns.volume.subarray(70).every((volume) => volume === 0)).toBe(true);
    expect(index).toEqual(skipIndexOf(columns));
    // However short the stretch: before the first candle and after the last there is no market.
    expect(market.symbols.get('SOLUSDT')?.frozen).toEqual([
      { from: 0, to: 3 },
      { from: 198, to: 200 },
    ]);
  });
});

/** Which minutes the source has: always the first and the last, with some short and long holes between. */
function presence(dice: Chance, minutes: number): readonly boolean[] {
  const has: boolean[] = Array(minutes).fill(true);
  for (let hole = dice.between(0, 8); hole > 0; hole -= 1) {
    const from = dice.between(0, minutes);
    has.fill(false, from, from + dice.between(1, dice.pick([3, 8, 2_000])));
  }
  has[0] = true;
  has[minutes - 1] = true;
  return has;
}

function filledFlat(columns: CandleColumns, has: readonly boolean[]): CandleColumns {
  const { start, ...values } = columns;
  const { open, high, low, close, volume } = structuredClone(values);
  has.forEach((isThere, minute) => {
    if (isThere) return;
    for (const column of [open, high, low, close]) column[minute] = at(close, minute - 1);
    volume[minute] = 0;
  });
  return { start, open, high, low, close, volume };
}

/** Stretches of more than five minutes that are not there. */
function longRuns(has: readonly boolean[]): readonly { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  for (let from = 0; from < has.length; from += 1) {
    if (has[from] === true) continue;
    const next = has.indexOf(true, from);
    if (next - from > 5) runs.push({ from, to: next });
    from = next;
  }
  return runs;
}
