import { describe, expect, it } from 'vitest';
import { dcaScores, type ScoredFacts } from './dca-score.ts';

const facts = (given: Partial<ScoredFacts>): ScoredFacts => ({
  ...{ volumeDay: 1, swingsPerDay: 1, dropTailPercent: 1, fundingMeanPercent: 0.01, btcCorrelation: 0.5, ageDays: 100 },
  ...given,
});
const scoresOf = (rows: readonly ScoredFacts[]) => dcaScores(rows).map(({ score }) => score);

describe('the score of a contract for averaging buys', () => {
  it('is 100 for the best in everything and 0 for the worst', () => {
    const best = {
      volumeDay: 9,
      swingsPerDay: 9,
      dropTailPercent: 1,
      fundingMeanPercent: 0,
      btcCorrelation: -0.2,
      ageDays: 9,
    };
    const worst = {
      volumeDay: 1,
      swingsPerDay: 1,
      dropTailPercent: 9,
      fundingMeanPercent: -5,
      btcCorrelation: 1,
      ageDays: 1,
    };
    expect(scoresOf([best, worst])).toEqual([100, 0]);
  });

  it('gives equal contracts the same points, in the middle of their places', () => {
    const [one, other] = dcaScores([facts({}), facts({})]);
    expect(one).toEqual(other);
    expect(one?.parts.find(({ part }) => part === 'liquidity')?.points).toBe(12.5);
  });

  it('counts each part by its place among all: 25, 25, 20, 10, 10 and 10 points', () => {
    const rows = [1, 2, 3, 4, 5].map((volumeDay) => facts({ volumeDay }));
    const points = dcaScores(rows).map(({ parts }) => parts.find(({ part }) => part === 'liquidity')?.points);
    expect(points).toEqual([0, 6.25, 12.5, 18.75, 25]);
    expect(dcaScores(rows)[0]?.parts.map(({ pointsMax }) => pointsMax)).toEqual([25, 25, 20, 10, 10, 10]);
  });

  it('leaves out a part that is not known, and is unknown when more than half of the points are', () => {
    const rows = [
      facts({ volumeDay: 9, dropTailPercent: null, btcCorrelation: 0 }),
      facts({ swingsPerDay: null, dropTailPercent: null, fundingMeanPercent: null }),
    ];
    const [known, unknown] = dcaScores(rows);
    expect(known?.parts.find(({ part }) => part === 'tail')?.points).toBeNull();
    expect(known?.score).toBe(Math.round(((25 + 12.5 + 5 + 10 + 5) / 80) * 100));
    expect(unknown?.score).toBeNull();
  });
});
