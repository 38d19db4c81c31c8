import { describe, expect, it } from 'vitest';
import type { Portfolio } from '#web/api/portfolio-queries.ts';
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
