import { describe, expect, it } from 'vitest';
import { momentsOf, probableSharpe, sharpeByLuck } from './deflated-sharpe.ts';
import { monteCarlo } from './monte-carlo.ts';
import { normalQuantile, normalShare } from './normal.ts';
import { rankCorrelation } from './rank-correlation.ts';

describe('the normal distribution', () => {
  // NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.1, and scipy.stats.norm.
  it.each([
    [0, 0.5],
    [0.5, 0.6914624612740131],
    [1, 0.8413447460685429],
    [1.96, 0.9750021048517795],
    [3, 0.9986501019683699],
    [4, 0.9999683287581669],
    [-2, 0.02275013194817921],
  ])('has below %f the share %f', (x, share) => {
    expect(normalShare(x)).toBeCloseTo(share, 12);
    expect(normalQuantile(share)).toBeCloseTo(x, 9);
  });
});

describe('the deflated Sharpe ratio', () => {
  // The numerical example of Bailey and López de Prado (2014): a Sharpe ratio of 2.5 a year from 1,250 daily returns, the
  // best of 100 trials whose ratios have the variance 1/2 a year.
  const found = { count: 1_250, sharpe: 2.5 / Math.sqrt(250), skewness: -3, kurtosis: 10 };

  it('is 0.9004 in the example of the article, where 100 trials by luck alone reach 0.1132 a day', () => {
    const luck = sharpeByLuck(100, 1 / 2 / 250);
    expect(luck).toBeCloseTo(0.1132, 4);
    expect(probableSharpe(found, luck)).toBeCloseTo(0.9004, 4);
  });

  it('is 0.9505 there after 46 trials', () => {
    expect(probableSharpe(found, sharpeByLuck(46, 1 / 2 / 250))).toBeCloseTo(0.9505, 3);
  });

  it('takes its moments from the returns', () => {
    // Computed apart, by the definitions m₃/m₂^1.5 and m₄/m₂² and with the statistics module of Python.
    const moments = momentsOf([0.01, -0.02, 0.03, 0.005, -0.01]);
    expect(moments?.sharpe).toBeCloseTo(0.1559625734730109, 12);
    expect(moments?.skewness).toBeCloseTo(0.22267706475589708, 12);
    expect(moments?.kurtosis).toBeCloseTo(1.922616873630387, 12);
    expect(momentsOf([0.01, 0.01, 0.01])).toBeNull();
  });
});

describe('the rank correlation', () => {
  it.each([
    [
      'equal orders',
      [
        [1, 10],
        [2, 20],
        [3, 40],
      ],
      1,
    ],
    [
      'reversed orders',
      [
        [1, 3],
        [2, 2],
        [3, 1],
      ],
      -1,
    ],
    // Pearson's correlation of the mean ranks, by the statistics module of Python.
    [
      'ties',
      [
        [1, 2],
        [2, 1],
        [2, 3],
        [4, 3],
        [5, 5],
      ],
      0.7631578947368421,
    ],
  ] as const)('of %s', (_, pairs, expected) => {
    expect(rankCorrelation(pairs)).toBeCloseTo(expected, 12);
  });

  it('does not exist without any spread', () => {
    expect(
      rankCorrelation([
        [1, 1],
        [1, 2],
        [1, 3],
      ]),
    ).toBeNull();
  });
});

describe('resampled cycles', () => {
  const results = [10, -5, 7, 3, -2, 8, -1, 4];
  const options = { start: 100, seed: 7, draws: 2_000 };

  it('are the same for the same seed, and others for another one', () => {
    expect(monteCarlo(results, options)).toEqual(monteCarlo(results, options));
    expect(monteCarlo(results, { ...options, seed: 8 })).not.toEqual(monteCarlo(results, options));
  });

  it('lie around the sum of the results, in ascending quantiles', () => {
    const { bands, equityEnd, lossShare } = monteCarlo(results, options);
    expect(bands.map(({ cycle }) => cycle)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(bands.map(({ actual }) => actual)).toEqual([110, 105, 112, 115, 113, 121, 120, 124]);
    for (const { quantiles } of bands) expect([...quantiles]).toEqual(quantiles.toSorted((one, other) => one - other));
    // Mean 3 and population deviation 5.0498 a cycle: 124 ± 14.3 after eight.
    expect(Math.abs(equityEnd[2] - 124)).toBeLessThan(2);
    expect(Math.abs(equityEnd[4] - equityEnd[0] - 2 * 1.645 * 14.3)).toBeLessThan(4);
    expect(lossShare).toBeLessThan(0.08);
  });

  it('that never lose have no drawdown', () => {
    expect(monteCarlo([1, 2, 3], options).maxDrawdown).toEqual([0, 0, 0, 0, 0]);
  });
});
