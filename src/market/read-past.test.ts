import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { rate } from '#base/exact.ts';
import { DAY_MS, HOUR_MS, instantOf, later, MINUTE_MS } from '#base/time.ts';
import type { Candle } from '#engine/model/candle.ts';
import { SAVED_LISTING } from '../../tests/support/saved-market.ts';
import { readPastOf } from './read-past.ts';
import { type MarketStore, openMarketStore } from './store/market-store.ts';

const START = instantOf(Date.UTC(2025, 4, 5, 22));
const MINUTES = 300;
/** Minutes that the exchange did not have: a short gap, and one in which the market stood. */
const ABSENT = [
  { from: 100, to: 103 },
  { from: 150, to: 170 },
];
const { symbol } = SAVED_LISTING.instrument;

let folder: string;
let store: MarketStore;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'botyard-past-'));
  store = await openMarketStore(folder, () => {});
  await store.putListings([SAVED_LISTING], 'opening');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const minuteAt = (index: number) => later(START, index * MINUTE_MS);
const isAbsent = (index: number) => ABSENT.some(({ from, to }) => from <= index && index < to);
const candleAt = (index: number): Candle => ({
  ...{ time: minuteAt(index), open: 1_000 + index, high: 1_010 + index, low: 990 + index },
  ...{ close: 1_001 + index, volume: 7 },
});

it('the past of a symbol is its stored minutes, in which missing minutes are flat and frozen', async () => {
  const indexes = Array.from({ length: MINUTES }, (_unused, index) => index).filter((index) => !isAbsent(index));
  store.putCandles(symbol, indexes.map(candleAt), 'answer');
  const read = readPastOf({ store, closed: () => minuteAt(MINUTES - 1) });
  const listed = -3_000;
  await store.putListings([{ ...SAVED_LISTING, onboardDate: minuteAt(listed) }], 'running');
  const { columns, frozen, filled, unstored } = await read({ symbol, from: later(START, -DAY_MS) });
  expect([columns.start, columns.close.length]).toEqual([START, MINUTES]);
  expect([columns.open[99], columns.close[99], columns.volume[99]]).toEqual([1_099, 1_100, 7]);
  expect([columns.open[101], columns.high[101], columns.low[101], columns.volume[101]]).toEqual([
    1_100, 1_100, 1_100, 0,
  ]);
  expect([columns.open[103], columns.close[299]]).toEqual([1_103, 1_300]);
  expect(frozen).toEqual([...(filled ?? []), { from: 150, to: 170 }]);
  expect(filled).toEqual([{ from: 100, to: 103 }]);
  expect(unstored).toEqual([
    { from: listed, to: 0 },
    { from: 150, to: 170 },
  ]);
  store.putAbsent(symbol, { from: minuteAt(150), to: minuteAt(170) });
  expect((await read({ symbol, from: START })).unstored).toEqual([{ from: listed, to: 0 }]);
  expect(columns.close.buffer).toBeInstanceOf(SharedArrayBuffer);
});

it('no minute that has not closed yet is part of the past', async () => {
  store.putCandles(symbol, [0, 1, 2, 3].map(candleAt), 'stream');
  const { columns } = await readPastOf({ store, closed: () => minuteAt(2) })({ symbol, from: START });
  expect(columns.close.length).toBe(3);
});

it('the past has the settled funding, and the settlements that must have been and were never requested', async () => {
  const minutes = 14 * 60;
  store.putCandles(
    symbol,
    Array.from({ length: minutes }, (_unused, index) => candleAt(index)),
    'answer',
  );
  const midnight = later(START, 2 * HOUR_MS);
  store.putFunding(symbol, { from: START, to: minuteAt(200) }, [
    { time: instantOf(midnight + 7), rate: rate(10_000) },
    { time: later(midnight, 60 * MINUTE_MS), rate: rate(5_000) },
  ]);
  const read = readPastOf({ store, closed: () => minuteAt(minutes - 1) });
  const { funding, unsettled } = await read({ symbol, from: START });
  expect([[...funding.minute], [...funding.rate]]).toEqual([
    [120, 180],
    [10_000, 5_000],
  ]);
  expect(unsettled).toEqual([{ from: 180, to: minutes, due: [660], hours: SAVED_LISTING.fundingHours }]);
  store.putFunding(symbol, { from: minuteAt(200), to: minuteAt(700) }, []);
  expect((await read({ symbol, from: START })).unsettled).toEqual([]);
});

it('a symbol without candles has no past', async () => {
  const read = readPastOf({ store, closed: () => START });
  await expect(read({ symbol, from: START })).rejects.toMatchObject({ code: 'CANDLES_MISSING' });
});
