import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rateFromPercent } from '#base/decimal.ts';
import { instantOf, MINUTE_MS } from '#base/time.ts';
import { checkProperty } from '../../../tests/support/property.ts';
import type { Direction } from '../model/order.ts';
import { findExcursions } from './excursions.ts';
import { reachOfLadder } from './ladder-reach.ts';
import { measureMoves } from './price-moves.ts';
import { binsOf, percentileOf } from './sample-figures.ts';
import { findSwings } from './swings.ts';

type Bar = readonly [high: number, low: number, close?: number];

/** Bars of a tick of 0.1; the close is the high where a test does not say. */
function columnsOf(bars: readonly Bar[]) {
  const column = (price: (bar: Bar) => number) => Int32Array.from(bars, (bar) => Math.round(10 * price(bar)));
  const close = column((bar) => bar[2] ?? bar[0]);
  return {
    start: instantOf(0),
    ...{ open: close, high: column((bar) => bar[0]), low: column((bar) => bar[1]), close },
    volume: new Int32Array(bars.length),
  };
}

const mirrored = (bars: readonly Bar[]): readonly Bar[] => bars.map(([high, low]) => [300 - low, 300 - high]);
const swingsOf = (bars: readonly Bar[], rebound: string, direction: Direction = 'buy') =>
  findSwings(columnsOf(bars), { direction, rebound: rateFromPercent(rebound) });

/** The examples of section 7. */
const FIRST: readonly Bar[] = [
  [100.2, 99],
  [99.5, 97],
  [98.6, 97.4],
  [100.9, 98.2],
  [101.3, 100.4],
];
const SECOND: readonly Bar[] = [
  [100.2, 95],
  [99.5, 97],
  [98.6, 97.4],
];

describe('drops before a rebound', () => {
  it('the first example of the specification drops 3.193613 % and comes back at its third bar', () => {
    const [first] = swingsOf(FIRST, '1').ended;
    expect(first).toMatchObject({ begin: 0, turn: 1, end: 2, pivot: 1002, extreme: 970 });
    expect(first?.percent.toFixed(6)).toBe('3.193613');
  });

  it('the low of the bar at which a swing begins does not count', () => {
    const { ended } = swingsOf(SECOND, '1');
    expect(ended.map(({ percent }) => percent.toFixed(6))).toEqual(['3.193613']);
  });

  it('the next swing begins at the high of the bar that ended the last, and the last one stays open', () => {
    const { ended, open } = swingsOf(FIRST, '1');
    expect(ended.map(({ begin, end }) => [begin, end])).toEqual([
      [0, 2],
      [2, 4],
    ]);
    expect(open).toBeNull();
    expect(swingsOf(FIRST.slice(0, 2), '1').open).toMatchObject({ end: null, extreme: 970 });
  });

  it('the high of a bar with a new low does not end a swing', () => {
    const bars: readonly Bar[] = [
      [100, 100],
      [99, 98],
      [110, 97],
      [98, 97.5],
    ];
    expect(swingsOf(bars, '1').ended[0]).toMatchObject({ turn: 2, end: 3, extreme: 970 });
  });

  it('a price that only rises drops by nothing', () => {
    const bars: readonly Bar[] = [
      [100, 100],
      [102, 101],
      [104, 103],
    ];
    expect(swingsOf(bars, '1').ended.map(({ percent }) => percent)).toEqual([0]);
  });

  it('of a short, rises before a fall are measured from the low', () => {
    const [first] = swingsOf(mirrored(FIRST), '1', 'sell').ended;
    expect(first).toMatchObject({ begin: 0, turn: 1, pivot: 1998, extreme: 2030 });
    expect(first?.percent).toBeCloseTo((100 * 32) / 1998, 12);
  });
});

describe('excursions before a rebound', () => {
  const entered: readonly Bar[] = [[100, 100, 100], ...FIRST];
  const excursion = (bars: readonly Bar[], rebound: string, horizonMinutes = 100) =>
    findExcursions(columnsOf(bars), {
      ...{ direction: 'buy', rebound: rateFromPercent(rebound) },
      ...{ starts: Int32Array.of(0), horizonMinutes },
    });

  it('the example of the specification goes 3 % against the entry, until the fifth bar for 1 % and the fourth for 0.5 %', () => {
    for (const [rebound, bar] of [
      ['1', 5],
      ['0.5', 4],
    ] as const) {
      const found = excursion(entered, rebound);
      expect([found.percent[0], found.minutes[0]]).toEqual([3, bar]);
    }
  });

  it('the low of the bar that comes back counts', () => {
    expect(
      excursion(
        [
          [100, 100, 100],
          [101, 90],
        ],
        '1',
      ).percent[0],
    ).toBe(10);
  });

  it('an entry that waits longer than the horizon is counted apart, and one that the candles end for, too', () => {
    expect(excursion(entered, '1', 4)).toMatchObject({ reached: 0, censored: 1, cutOff: 0 });
    expect(excursion(entered, '1', 5)).toMatchObject({ reached: 1, censored: 0, cutOff: 0 });
    expect(excursion(entered, '2', 6)).toMatchObject({ reached: 0, censored: 0, cutOff: 1 });
  });
});

describe('figures of samples', () => {
  it('a sample on an edge belongs to the bin above it, and censored ones to none but the total', () => {
    const bins = binsOf(Float64Array.of(0, 0.1, 0.24, 1, 150), 5);
    const counts = bins.filter(({ count }) => count > 0).map(({ from, to, count }) => [from, to, count]);
    expect(counts).toEqual([
      [0, 0.1, 1],
      [0.1, 0.25, 2],
      [1, 1.5, 1],
      [100, null, 1],
    ]);
    expect(bins.at(-1)?.cumulative).toBe(0.5);
  });

  it('a percentile is a sample, and none where it falls among the censored', () => {
    const sorted = Float64Array.from({ length: 100 }, (_, index) => index + 1);
    expect([0.01, 0.5, 0.99, 1].map((share) => percentileOf(sorted, share))).toEqual([1, 50, 99, 100]);
    expect([percentileOf(sorted, 0.5, 100), percentileOf(sorted, 0.51, 100)]).toEqual([100, null]);
    expect(percentileOf(new Float64Array(0), 0.5)).toBeNull();
  });
});

it('a ladder counts each step by its own rebound, and the margin that each adds', () => {
  const past = { columns: columnsOf(FIRST), frozen: [] };
  const level = (deviationPercent: number, rebound: string) => ({
    ...{ deviationPercent, margin: 10 },
    rebound: rateFromPercent(rebound),
  });
  const reach = reachOfLadder(past, {
    ...{ direction: 'buy', baseMargin: 5 },
    levels: [level(0.4, '1'), level(3, '1'), level(3, '2')],
  });
  expect(reach.levels).toEqual([
    { swings: 2, reached: 2 },
    { swings: 2, reached: 1 },
    { swings: 1, reached: 1 },
  ]);
  expect(reach).toMatchObject({ expectedLevels: 2.5, expectedMargin: 30 });
});

it('days without a market hold no entries and no changes, and the answer tells how many minutes were known', () => {
  const bars = Array.from({ length: 100 }, (_, minute): Bar => [100 + (minute % 7), 99, 100]);
  const past = { columns: columnsOf(bars), frozen: [{ from: 20, to: 60 }] };
  const moves = measureMoves(past, { direction: 'buy', rebound: rateFromPercent('1'), horizonMinutes: 30 });
  expect(moves).toMatchObject({ from: 0, to: 100 * MINUTE_MS, minutesKnown: 60 });
  expect(moves.excursions.samples).toBe(12);
  expect(moves.returns.find(({ horizon }) => horizon === '15m')?.samples).toBe(1 + 5); // Closes 5 to 95; 15 minutes later there is a market.
});

describe('against a plain reading of the definitions', () => {
  const walk = fc.array(fc.tuple(fc.integer({ min: -30, max: 30 }), fc.nat(25), fc.nat(25), fc.nat(50)), {
    ...{ minLength: 2, maxLength: 120 },
  });
  const question = fc.record({
    direction: fc.constantFrom<Direction>('buy', 'sell'),
    tenths: fc.integer({ min: 1, max: 60 }),
    horizonMinutes: fc.integer({ min: 1, max: 80 }),
  });

  it('swings and excursions of random bars are those that a search from each bar finds', () => {
    checkProperty(
      fc.property(walk, question, (moves, { direction, tenths, horizonMinutes }) => {
        const bars = walked(moves);
        const ask = { direction, rebound: rateFromPercent(String(tenths / 10)) };
        const plain = bars.map(([high, low, close = 0]) => [high, low, close].map((price) => Math.round(10 * price)));
        const starts = Int32Array.from(plain.keys());
        const found = findExcursions(columnsOf(bars), { ...ask, starts, horizonMinutes });
        const expected = plain.map((_, start) => plainExcursion(plain, start, { direction, tenths, horizonMinutes }));
        expect(Array.from(found.percent, (percent) => (Number.isNaN(percent) ? null : percent))).toEqual(expected);
        const swings = findSwings(columnsOf(bars), ask).ended.map(({ begin, end, percent }) => [begin, end, percent]);
        expect(swings).toEqual(plainSwings(plain, { direction, tenths }));
      }),
      300,
    );
  });
});

function walked(moves: readonly (readonly [number, number, number, number])[]): readonly Bar[] {
  let price = 1_000;
  return moves.map(([move, up, down, at]) => {
    price = Math.max(100, price + move);
    const [high, low] = [price + up, price - down];
    return [high / 10, low / 10, Math.max(low, high - at) / 10];
  });
}

interface Plain {
  readonly direction: Direction;
  readonly tenths: number;
}

/** Whether a price is at least the rebound away from another, in whole numbers. */
const isBack = (price: number, from: number, { direction, tenths }: Plain): boolean =>
  direction === 'buy' ? price * 1_000 >= from * (1_000 + tenths) : price * 1_000 <= from * (1_000 - tenths);

const farthest = (bars: readonly (readonly number[])[], direction: Direction): number =>
  direction === 'buy' ? Math.min(...bars.map(([, low = 0]) => low)) : Math.max(...bars.map(([high = 0]) => high));

const percentFrom = (entry: number, price: number, direction: Direction): number =>
  Math.max(0, (100 * (direction === 'buy' ? entry - price : price - entry)) / entry);

function plainExcursion(bars: readonly number[][], start: number, ask: Plain & { readonly horizonMinutes: number }) {
  const entry = bars[start]?.[2] ?? 0;
  const favour = ask.direction === 'buy' ? 0 : 1;
  const end = bars.findIndex((bar, index) => index > start && isBack(bar[favour] ?? 0, entry, ask));
  if (end === -1 || end - start > ask.horizonMinutes) return null;
  return percentFrom(entry, farthest(bars.slice(start + 1, end + 1), ask.direction), ask.direction);
}

function plainSwings(bars: readonly number[][], ask: Plain): readonly (readonly number[])[] {
  const [favour, against] = ask.direction === 'buy' ? [0, 1] : [1, 0];
  const found: number[][] = [];
  for (let begin = 0, end = 1; end < bars.length; end += 1) {
    const before = bars.slice(begin + 1, end);
    if (before.length === 0) continue;
    const extreme = farthest(before, ask.direction);
    const own = bars[end]?.[against] ?? 0;
    const isNewExtreme = ask.direction === 'buy' ? own < extreme : own > extreme;
    if (isNewExtreme || !isBack(bars[end]?.[favour] ?? 0, extreme, ask)) continue;
    found.push([begin, end, percentFrom(bars[begin]?.[favour] ?? 0, extreme, ask.direction)]);
    begin = end;
  }
  return found;
}
