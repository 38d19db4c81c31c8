import { describe, expect, it } from 'vitest';
import type { DeletedPortfolios, Portfolio } from '#web/api/portfolio-queries.ts';
import { limitUse, sumPortfolios, sumSparks } from './portfolio-sums.ts';

const zeros = {
  equity: '0',
  resultToday: '0',
  result7d: '0',
  result30d: '0',
  transfers: '0',
  resultAll: '0',
  unrealized: '0',
  openRealized: '0',
  openCosts: '0',
  initialMargin: '0',
  committed: '0',
  walletStart: '0',
  drawdownNowPercent: '0',
  limit: null,
  closedCycles: 0,
  openCycles: 0,
  spark: [],
};

function portfolioOf(change: Partial<Portfolio>): Portfolio {
  return { ...zeros, ...change } as Portfolio; // The sums read no other field.
}

describe('sums over portfolios', () => {
  it('sums over portfolios are exact where floats are not', () => {
    const sums = sumPortfolios([
      portfolioOf({ equity: '0.1', result7d: '90000000.00000001', closedCycles: 2, openCycles: 1 }),
      portfolioOf({ equity: '0.2', result7d: '-90000000', closedCycles: 3 }),
    ]);
    expect(sums).toMatchObject({ equity: '0.30000000', days7: '0.00000001', closedCycles: 5, openCycles: 1 });
  });

  it('the deepest drawdown names its portfolio, and none when all are at their peak', () => {
    const at = (drawdownNowPercent: string) => portfolioOf({ drawdownNowPercent });
    expect(sumPortfolios([at('-1.5'), at('-12.25'), at('0')]).deepest?.drawdownNowPercent).toBe('-12.25');
    expect(sumPortfolios([at('0'), at('0')]).deepest).toBeNull();
    expect(sumPortfolios([]).deepest).toBeNull();
  });

  it('a younger portfolio counts with its first wallet before it began, so a deposit is no gain', () => {
    const old = portfolioOf({ spark: ['10000', '10010', '10020'] });
    const young = portfolioOf({ walletStart: '5000', spark: ['5001'] });
    expect(sumSparks([old, young])).toEqual(['15000.00000000', '15010.00000000', '15021.00000000']);
  });

  const DELETED: DeletedPortfolios = {
    ...{ execution: 'paper', portfolios: 1, closedCycles: 4, walletStart: '500', transfers: '-507' },
    ...{ resultAll: '7', resultToday: '1', result7d: '2', result30d: '3', spark: ['-2', '-1', '0'] },
  };

  it('the results of deleted portfolios stay in the sums, and their capital is in no equity', () => {
    const own = portfolioOf({ equity: '1010', walletStart: '1000', resultAll: '10', closedCycles: 1, result30d: '10' });
    expect(sumPortfolios([own], DELETED)).toMatchObject({
      ...{ equity: '1010.00000000', walletStart: '1500.00000000', transfers: '-507.00000000' },
      ...{ resultAll: '17.00000000', today: '1.00000000', days30: '13.00000000', closedCycles: 5 },
    });
  });

  it('deleting a portfolio changes the curve of the totals by its capital alone', () => {
    const own = portfolioOf({ spark: ['1000', '1001', '1003', '1004'], walletStart: '1000' });
    const other = portfolioOf({ spark: ['505', '506', '507'], walletStart: '504' });
    const before = sumSparks([own, other]).map((value) => Number(value) - 507);
    const after = sumSparks([own], DELETED).map(Number);
    expect(after.slice(1)).toEqual(before.slice(1));
    expect(after[0]).toBe(998); // Before it began, with the first of its values.
  });

  it('sums over no portfolios are empty', () => {
    expect(sumPortfolios([])).toMatchObject({ equity: '0.00000000', openCycles: 0 });
    expect(sumSparks([])).toEqual([]);
  });
});

describe('the used share of a limit', () => {
  it.each([
    ['none', null, '100', null],
    ['zero', '0', '100', null],
    ['half', '200', '100', '50.00'],
    ['a third', '300', '100', '33.33'],
    ['more than all', '100', '130', '130.00'],
  ])('a limit of %s', (_what, limit, committed, use) => {
    expect(limitUse(portfolioOf({ limit, committed }))).toBe(use);
  });
});
