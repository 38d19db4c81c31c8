import { expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { GENERATED_MARKETS, measureMarket } from '../../../tests/support/generated-market.ts';
import type { PriceStatistics } from '../../../tests/support/price-statistics.ts';

type Bands = Readonly<Record<keyof PriceStatistics, readonly [low: number, high: number]>>;

/**
 * Bands of the median of three half-years: a single hour may dominate the kurtosis of one. Without slow volatility,
 * absolute returns decorrelate after an hour; without regimes and jumps, tails are thin; with oversized jumps, kurtosis
 * exceeds 1,000.
 */
const BITCOIN: Bands = {
  annualVolatility: [0.3, 0.5],
  kurtosisMinute: [35, 170],
  kurtosisHour: [12, 60],
  kurtosisDay: [4, 16],
  returnsLag1: [-0.02, 0.02],
  sizesLag1: [0.38, 0.48],
  sizesLag60: [0.24, 0.34],
  sizesLag1440: [0.06, 0.14],
};
const OTHERS: Bands = {
  ...BITCOIN,
  annualVolatility: [0.43, 0.95],
  kurtosisMinute: [25, 170],
  kurtosisDay: [3.5, 16],
  sizesLag1: [0.3, 0.46],
  sizesLag60: [0.18, 0.34],
};
const CORRELATION = [0.6, 0.85] as const;

it('three generated half-years have realistic tails, volatility clusters and correlation with Bitcoin', () => {
  const markets = GENERATED_MARKETS.map(([seed, symbol]) => {
    const measured = measureMarket(seed, symbol);
    process.stdout.write(`seed ${seed}, BTCUSDT: ${textOf(measured.bitcoin)}\n`);
    process.stdout.write(
      `seed ${seed}, ${symbol}: ${textOf(measured.other)}, correlation ${measured.together.toFixed(2)}\n`,
    );
    return measured;
  });
  for (const { together } of markets) {
    expect(together).toBeGreaterThan(CORRELATION[0]);
    expect(together).toBeLessThan(CORRELATION[1]);
  }
  expect(
    outside(
      markets.map(({ bitcoin }) => bitcoin),
      BITCOIN,
    ),
  ).toEqual([]);
  expect(
    outside(
      markets.map(({ other }) => other),
      OTHERS,
    ),
  ).toEqual([]);
});

function textOf(statistics: PriceStatistics): string {
  const words = Object.entries(statistics).map(([name, value]) => `${name} ${value.toFixed(3)}`);
  return words.join(', ');
}

/** The statistics whose median is outside its band. */
function outside(measured: readonly PriceStatistics[], bands: Bands): readonly (readonly [string, number])[] {
  const names = Object.keys(bands) as (keyof PriceStatistics)[]; // Its own keys.
  const medians = names.map((name) => {
    const values = measured.map((statistics) => statistics[name]).sort((one, other) => one - other);
    return [name, at(values, values.length >> 1)] as const;
  });
  return medians.filter(([name, value]) => value < bands[name][0] || value > bands[name][1]);
}
