import { describe, expect, it } from 'vitest';
import {
  hourlyCorrelation,
  type PriceStatistics,
  returnsOf,
  statisticsOf,
} from '../../../tests/support/price-statistics.ts';
import { instrumentOf, singleTier } from '../../../tests/support/worked-examples.ts';
import { factorDays, generatedDays } from './generated-days.ts';

const [FIRST, DAYS] = [20_000, 180];
const MARKETS = [
  [1, 'ETHUSDT'],
  [2, 'DOGEUSDT'],
  [3, 'ADAUSDT'],
] as const;

type Bands = Readonly<Record<keyof PriceStatistics, readonly [low: number, high: number]>>;

/**
 * Wider than what a few seeds happen to give, narrow enough to notice a process that is left out: without slow
 * volatility sizes forget after an hour, without regimes and jumps tails are thin, with jumps too fat they pass 1,000.
 */
const BITCOIN: Bands = {
  annualVolatility: [0.28, 0.52],
  kurtosisMinute: [30, 300],
  kurtosisHour: [10, 160],
  kurtosisDay: [3.5, 16],
  returnsLag1: [-0.03, 0.03],
  sizesLag1: [0.38, 0.5],
  sizesLag60: [0.22, 0.34],
  sizesLag1440: [0.05, 0.14],
};
const OTHERS: Bands = {
  ...BITCOIN,
  annualVolatility: [0.28, 0.98],
  kurtosisDay: [3, 20],
  sizesLag1: [0.3, 0.48],
  sizesLag60: [0.18, 0.36],
  sizesLag1440: [0.05, 0.17],
};
const CORRELATION = [0.6, 0.85] as const;

const settings = { tick: '0.01', step: '0.01', notionalMin: '5', brackets: singleTier('0.005') };

describe.each(MARKETS)('half a year generated from seed %i', (seed, symbol) => {
  const factor = factorDays(seed, FIRST);
  const generated = (coin: string): Float64Array => {
    const instrument = instrumentOf({ symbol: coin, ...settings });
    const day = generatedDays({ instrument, startTicks: 1_000_000, dayVolume: 1e8 }, { seed, first: FIRST, factor });
    return returnsOf(Array.from({ length: DAYS }, (_, index) => day(FIRST + index)));
  };
  const bitcoin = generated('BTCUSDT');

  it('moves as markets do: tails, clusters and memory of Bitcoin lie in their bands', () => {
    expectWithin(statisticsOf(bitcoin), BITCOIN, `BTCUSDT, seed ${seed}`);
  });

  it(`${symbol} does so too, and goes along with Bitcoin`, () => {
    const returns = generated(symbol);
    const together = hourlyCorrelation(returns, bitcoin);
    expectWithin(statisticsOf(returns), OTHERS, `${symbol}, seed ${seed}, correlation ${together.toFixed(2)}`);
    expect(together).toBeGreaterThan(CORRELATION[0]);
    expect(together).toBeLessThan(CORRELATION[1]);
  });
});

function expectWithin(statistics: PriceStatistics, bands: Bands, title: string): void {
  const entries = Object.entries(statistics);
  process.stdout.write(`${title}: ${entries.map(([name, value]) => `${name} ${value.toFixed(3)}`).join(', ')}\n`);
  const outside = entries.filter(([name, value]) => {
    const [low, high] = bands[name as keyof PriceStatistics]; // Its own keys.
    return !(value >= low && value <= high);
  });
  expect(outside).toEqual([]);
}
