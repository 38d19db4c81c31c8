import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CANDLE_LENGTH_MS, gridBegin } from '#base/candle-interval.ts';
import { type Chance, chance } from '#base/prng.ts';
import { instantOf } from '#base/time.ts';
import { checkProperty } from '../../../tests/support/property.ts';
import { instrumentOf, singleTier } from '../../../tests/support/worked-examples.ts';
import type { CandleColumn, MarketWindow } from '../model/window.ts';
import { compileValue } from './compile-value.ts';
import { needsOf } from './needs.ts';
import type { Operand } from './rule.ts';
import { barsFrom } from './rule-bars.ts';

const BARS = 200;
const CASES = 20;
const END = instantOf(gridBegin('1h') + BARS * CANDLE_LENGTH_MS['1h']);
const NAMES = ['open', 'high', 'low', 'close', 'volume'] as const satisfies readonly CandleColumn[];

type Columns = Readonly<Record<CandleColumn, Float64Array>>;

function windowOf(columns: Columns): MarketWindow {
  return { timeframe: '1h', length: BARS, end: END, columns: NAMES, column: (name) => columns[name] };
}

/** The values of an operand over bars in ticks of 0.1. */
function valuesOf(operand: Operand, columns: Columns): Float64Array {
  const terms = { symbol: 'ETHUSDT', tick: '0.1', step: '0.001', notionalMin: '5', brackets: singleTier('0.005') };
  return compileValue(operand, '1h', needsOf('1h')).valuesOf(barsFrom([windowOf(columns)], instrumentOf(terms)));
}

function randomColumns(dice: Chance): Columns {
  const made = { open: [], high: [], low: [], close: [], volume: [] } as Record<CandleColumn, number[]>;
  let ticks = dice.between(3_000, 6_000);
  for (let bar = 0; bar < BARS; bar += 1) {
    const close = ticks + dice.between(-6, 6);
    made.open.push(ticks);
    made.high.push(Math.max(ticks, close) + dice.between(0, 4));
    made.low.push(Math.min(ticks, close) - dice.between(0, 4));
    made.close.push(close);
    made.volume.push(dice.between(0, 3) * 777);
    ticks = close;
  }
  return {
    ...made,
    ...Object.fromEntries(NAMES.map((name) => [name, Float64Array.from(made[name])])),
  } as unknown as Columns; // Each list became a column.
}

it.each<[string, Operand]>([
  ['a momentum', { ind: 'momentum', n: 3 }],
  ['an average range', { ind: 'atr', n: 3 }],
  ['a strength index', { ind: 'rsi', n: 3 }],
  ['a strength index of the mean of high and low', { ind: 'rsi', n: 3, src: 'hl2' }],
  ['a stochastic', { ind: 'stoch', k: 5, s: 2, d: 2 }],
  ['a Williams %R', { ind: 'willr', n: 5 }],
  ['a deviation', { ind: 'stddev', n: 7 }],
  ['a directional movement', { ind: 'adx', n: 3, out: 'plus_dm' }],
  ['a strength index of the mean of high, low and close', { ind: 'rsi', n: 3, src: 'hlc3' }],
  ['a momentum of the mean of high, low and close', { ind: 'momentum', n: 3, src: 'hlc3' }],
  ['a deviation of the mean of high, low and close', { ind: 'stddev', n: 7, src: 'hlc3' }],
  ['a commodity channel index', { ind: 'cci', n: 7 }],
  ['a distance in deviations', { ind: 'zscore', n: 7 }],
  ['a distance in deviations of the mean of high, low and close', { ind: 'zscore', n: 7, src: 'hlc3' }],
  ['a place in Bollinger bands', { ind: 'bbands', n: 7, out: 'percent_b' }],
  ['an oscillator of ages', { ind: 'aroon', n: 7, out: 'osc' }],
])('%s that depends on differences of prices alone is the same at every price level', (_what, operand) => {
  checkProperty(
    fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), fc.integer({ min: 1, max: 900_000 }), (seed, ticks) => {
      const columns = randomColumns(chance(seed));
      const moved = (name: CandleColumn) => columns[name].map((value) => value + ticks);
      const higher = { ...columns, open: moved('open'), high: moved('high'), low: moved('low'), close: moved('close') };
      expect(valuesOf(operand, higher)).toEqual(valuesOf(operand, columns));
    }),
    CASES,
  );
});

it.each(['hl2', 'hlc3'] as const)('%s is the same number for every bar whose prices have the same sum', (price) => {
  checkProperty(
    fc.property(fc.integer({ min: 1, max: 9_000_000 }), fc.integer({ min: 0, max: 40 }), (base, spread) => {
      const column = (ticks: (bar: number) => number) =>
        Float64Array.from({ length: BARS }, (_, bar) => base + 100 + ticks(bar));
      const reach = (bar: number) => (bar * 7) % (spread + 1);
      const close = column(() => 0);
      const columns = { open: close, close, high: column(reach), low: column((bar) => -reach(bar)), volume: close };
      expect(new Set(valuesOf({ price }, columns)).size).toBe(1);
      const average = valuesOf({ ind: 'sma', n: 5, src: price }, columns);
      expect(new Set(average.filter((value) => !Number.isNaN(value))).size).toBe(1);
      expect(new Set(valuesOf({ ind: 'rsi', n: 5, src: price }, columns))).toEqual(new Set([Number.NaN]));
    }),
    CASES,
  );
});
