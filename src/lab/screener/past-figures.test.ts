import { beforeAll, describe, expect, it } from 'vitest';
import { DAY_MINUTES, instantOf } from '#base/time.ts';
import type { SymbolHistory } from '#engine/model/history.ts';
import { skipIndexOf } from '#engine/scan/skip-index.ts';
import { recordedHistory } from '#market/recording/recorded-history.ts';
import { recordedInstruments } from '#market/recording/recorded-instruments.ts';
import { btcFigures, hourlyReturns } from './btc-figures.ts';
import { correlationClusters } from './correlation-clusters.ts';
import { fundingFigures } from './funding-figures.ts';
import { moveFigures } from './move-figures.ts';
import { priceFigures } from './price-figures.ts';
import { type ScreenedPast, screenedPast } from './screened-past.ts';
import { joinedPast } from './symbol-past.ts';
import { volatilityFigures } from './volatility-figures.ts';

const START = instantOf(Date.UTC(2025, 0, 1));
/** The recorded month of prices is told so many times in a row: the longest figures read 200 days. */
const ROUNDS = 8;

let ether: SymbolHistory;
let bitcoin: SymbolHistory;

beforeAll(async () => {
  const { symbols } = await recordedHistory(['ETHUSDT', 'BTCUSDT']);
  const long = (symbol: string) => {
    const month = symbols.get(symbol);
    if (month === undefined) throw new Error('the recording has its symbols');
    return repeated(month);
  };
  [ether, bitcoin] = [long('ETHUSDT'), long('BTCUSDT')];
});

function repeated({ columns, funding }: SymbolHistory): SymbolHistory {
  const minutes = columns.close.length;
  const rounds = Array.from({ length: ROUNDS }, (_, round) => round);
  const again = (column: Int32Array) => Int32Array.from(rounds.flatMap(() => [...column]));
  const { start: _, ...candles } = columns;
  const long = {
    ...{ start: START, open: again(candles.open), high: again(candles.high), low: again(candles.low) },
    ...{ close: again(candles.close), volume: again(candles.volume) },
  };
  const minute = Int32Array.from(rounds.flatMap((round) => [...funding.minute].map((one) => one + round * minutes)));
  return { columns: long, index: skipIndexOf(long), funding: { minute, rate: again(funding.rate) }, frozen: [] };
}

/** The first minutes of a past, or its last ones when negative. */
function cut(past: SymbolHistory, from: number, to: number): SymbolHistory {
  const part = (column: Int32Array) => column.subarray(from, to);
  const { columns, funding } = past;
  const cutColumns = {
    ...{ start: instantOf(columns.start + from * 60_000), open: part(columns.open), high: part(columns.high) },
    ...{ low: part(columns.low), close: part(columns.close), volume: part(columns.volume) },
  };
  const kept = [...funding.minute].flatMap((minute, index) => (minute >= from && minute < to ? [index] : []));
  return {
    columns: cutColumns,
    index: skipIndexOf(cutColumns),
    funding: {
      minute: Int32Array.from(kept, (index) => (funding.minute[index] ?? 0) - from),
      rate: Int32Array.from(kept, (index) => funding.rate[index] ?? 0),
    },
    frozen: [],
  };
}

function barsOf(past: SymbolHistory): ScreenedPast {
  const instrument = recordedInstruments().get('ETHUSDT');
  if (instrument === undefined) throw new Error('the recording has its symbols');
  return screenedPast(past, instrument, 8);
}

function allFigures(past: SymbolHistory) {
  const bars = barsOf(past);
  const btc = hourlyReturns(barsOf(bitcoin).hourly);
  return { ...priceFigures(bars), ...volatilityFigures(bars), ...btcFigures(bars, btc), ...fundingFigures(bars) };
}

/** Computed from the same minutes by a program in Python that shares no code with this one. */
const BY_PYTHON = {
  changeHourPercent: 0.241_647_764_188_246_4,
  changeWeekPercent: -1.016_736_762_725_156_7,
  changeMonthPercent: -0.163_096_949_973_506_88,
  volumeMonthMedian: 16_298_181_058.863_497,
  rangeDayPercent: 7.657_541_226_446_899,
  drawdownQuarterPercent: -5.399_658_644_330_341,
  natrHourPercent: 0.849_677_841_278_756_8,
  natrFourHoursPercent: 1.847_142_259_822_634_8,
  natrDayPercent: 6.000_960_773_247_977,
  volatilityPercent: 140.150_829_238_772_33,
  emaDistancePercent: 4.129_612_728_270_349,
  btcCorrelation: 0.876_309_141_529_034_2,
  btcBeta: 2.436_544_990_049_167_6,
  fundingMeanPercent: 0.006_923_666_666_666_667,
  fundingPositivePercent: 92.222_222_222_222_23,
};

describe('the figures of a stored past', () => {
  it('are those that another program computes from the same minutes', () => {
    const figures: Readonly<Record<string, unknown>> = allFigures(ether);
    expect(Object.keys(figures).sort()).toEqual(Object.keys(BY_PYTHON).sort());
    for (const [name, value] of Object.entries(BY_PYTHON)) {
      const off = Math.abs(Number(figures[name]) / value - 1);
      expect(off, `${name} is ${figures[name]}`).toBeLessThan(1e-9);
    }
  });

  it('that read more of the past than is stored say so, and have no value', () => {
    const figures: Readonly<Record<string, unknown>> = allFigures(cut(ether, 0, 20 * DAY_MINUTES));
    const short = Object.keys(figures).filter((name) => figures[name] === 'PAST_SHORT');
    expect(short.sort()).toEqual([
      'btcBeta',
      'btcCorrelation',
      'changeMonthPercent',
      'drawdownQuarterPercent',
      'emaDistancePercent',
      'fundingPositivePercent',
      'natrDayPercent',
      'rangeDayPercent',
      'volatilityPercent',
      'volumeMonthMedian',
    ]);
  });

  it('tell funding of every four hours as that of eight', () => {
    const instrument = barsOf(ether).instrument;
    const month = cut(ether, 0, 40 * DAY_MINUTES);
    const { minute, rate } = month.funding;
    const often = {
      minute: Int32Array.from([...minute].flatMap((one) => [one, one + 240])),
      rate: Int32Array.from([...rate].flatMap((one) => [one, one])),
    };
    const eight = fundingFigures(screenedPast(month, instrument, 8)).fundingMeanPercent;
    const four = fundingFigures(screenedPast({ ...month, funding: often }, instrument, 4)).fundingMeanPercent;
    expect(Number(four) / Number(eight)).toBeCloseTo(2, 1);
  });
});

/** Section 7 A of docs/domain.md for longs and a rebound of one percent, word for word. */
function dropsOf({ high, low }: SymbolHistory['columns']): readonly number[] {
  const drops: number[] = [];
  let [start, lowest, setAt] = [Number(high[0]), Number.POSITIVE_INFINITY, 0];
  for (let bar = 1; bar < high.length; bar += 1) {
    if (Number(low[bar]) < lowest) [lowest, setAt] = [Number(low[bar]), bar];
    if (bar === setAt || Number(high[bar]) * 100 < lowest * 101) continue;
    drops.push(Math.max(0, ((start - lowest) / start) * 100));
    [start, lowest] = [Number(high[bar]), Number.POSITIVE_INFINITY];
  }
  return drops;
}

describe('the price moves of a stored past', () => {
  it('are those of its last 180 days', () => {
    const figures = moveFigures(barsOf(ether));
    const drops = dropsOf(cut(ether, -180 * DAY_MINUTES, ether.columns.close.length).columns);
    expect(drops.length).toBeGreaterThan(500);
    expect(figures.swingsPerDay).toBe(drops.length / 180);
    expect(figures.dropWorstPercent).toBeCloseTo(Math.max(...drops), 10);
    const within = (name: 'dropP50Percent' | 'dropP90Percent' | 'dropP99Percent') =>
      drops.filter((drop) => drop <= Number(figures[name]) + 1e-9).length / drops.length;
    expect(within('dropP50Percent')).toBeCloseTo(0.5, 2);
    expect(within('dropP90Percent')).toBeCloseTo(0.9, 2);
    expect(within('dropP99Percent')).toBeCloseTo(0.99, 2);
  });

  it('are not told of less than a week', () => {
    const figures = moveFigures(barsOf(cut(ether, 0, 7 * DAY_MINUTES - 1)));
    expect(new Set(Object.values(figures))).toEqual(new Set(['PAST_SHORT']));
    expect(moveFigures(barsOf(cut(ether, 0, 7 * DAY_MINUTES))).swingsPerDay).toBeGreaterThan(0);
  });
});

describe('symbols that move together', () => {
  it('are one group, and one that moves on its own is another', () => {
    const returns = (past: SymbolHistory) => {
      const found = hourlyReturns(barsOf(past).hourly);
      if (found === null) throw new Error('thirty days are stored');
      return found;
    };
    const [first, own] = [returns(bitcoin), returns(ether)];
    const mirrored = { ...own, values: own.values.map((value) => -value) };
    const groups = correlationClusters([
      { symbol: 'A', returns: first },
      { symbol: 'B', returns: mirrored },
      { symbol: 'C', returns: own },
    ]);
    expect([...groups]).toEqual([
      ['A', 1],
      ['B', 2],
      ['C', 1],
    ]);
  });
});

describe('a stored past with the newest minutes behind it', () => {
  it.each([
    ['overlap', 3_000],
    ['follow', 4_000],
  ])('is the whole past when they %s', (_how, begin) => {
    const whole = cut(ether, 0, 6_000);
    const joined = joinedPast(cut(ether, 0, 4_000), cut(ether, begin, 6_000));
    expect(joined).toEqual({ ...whole, unstored: [], filled: [] });
  });

  it('has a hole without a market where minutes are missing in between', () => {
    const joined = joinedPast(cut(ether, 0, 4_000), cut(ether, 4_100, 6_000));
    expect(joined.frozen).toEqual([{ from: 4_000, to: 4_100 }]);
    expect(new Set(joined.columns.close.subarray(3_999, 4_100)).size).toBe(1);
    expect(joined.columns.close.subarray(4_100)).toEqual(ether.columns.close.subarray(4_100, 6_000));
  });

  it('the screener treats minutes that were never requested, between or before stored ones, as unknown', () => {
    const before = [{ from: Number.NEGATIVE_INFINITY, to: 0 }];
    const stored = { ...cut(ether, 0, 4_000), unstored: before };
    const unknownFrom = (begin: number) =>
      joinedPast(stored, { ...cut(ether, begin, 6_000), unstored: before }).unstored;
    expect(unknownFrom(4_100)).toEqual([...before, { from: 4_000, to: 4_100 }]);
    expect([unknownFrom(3_000), unknownFrom(4_000), unknownFrom(4_005)]).toEqual([before, before, before]);
  });
});
