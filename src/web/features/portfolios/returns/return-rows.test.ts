import { describe, expect, it } from 'vitest';
import type { PortfolioReturn, Returns } from '#web/api/returns-query.ts';
import { EMPTY_PORTFOLIO } from '../../../../../tests/support/portfolio-card.ts';
import { returnLines } from './return-lines.ts';
import { returnRows, totalReturn } from './return-rows.ts';

const times = ['2025-05-24T00:00:00.000Z', '2025-05-25T00:00:00.000Z', '2025-05-26T00:00:00.000Z'];

const itemOf = (portfolioId: string, change: Partial<PortfolioReturn>): PortfolioReturn => ({
  portfolioId,
  since: times[0] ?? null,
  capital: '10000.00000000',
  equity: ['10000.00000000', '10100.00000000', '10200.00000000'],
  base: ['10000.00000000', '10000.00000000', '10000.00000000'],
  holding: ['10000.00000000', '9900.00000000', '10050.00000000'],
  symbols: ['BTCUSDT'],
  holdingUnknown: null,
  ...change,
});

const rowsOf = (items: readonly PortfolioReturn[], equities: readonly string[]) => {
  const returns: Returns = { dateFrom: times[0] ?? '', dateTo: times[2] ?? '', times, items: [...items], deleted: [] };
  const portfolios = items.map(({ portfolioId }, index) => ({
    ...EMPTY_PORTFOLIO,
    portfolioId,
    equity: equities[index] ?? '0',
  }));
  return returnRows(returns, portfolios);
};

describe('returns beside holding', () => {
  it('a return is of the equity now, and it is ahead of holding by the difference of the two as they are shown', () => {
    const [row] = rowsOf([itemOf('a', {})], ['10333.33330000']);
    expect(row).toMatchObject({ percent: '3.33', holding: '0.50', ahead: '2.83000000' });
  });

  const LATER = {
    base: [null, '10000', '10000'],
    equity: [null, '10000', '9900'],
    holding: [null, '10000.00000000', '11000.00000000'],
  };

  it('a total weighs portfolios by what they are worth, and each counts from when it began', () => {
    const unknown = { code: 'NO_BOTS' as const, symbol: null };
    const none = [null, null, null];
    const rows = rowsOf(
      [
        itemOf('a', {}),
        itemOf('b', LATER),
        itemOf('c', { holding: none, holdingUnknown: unknown }),
        itemOf('d', { since: null, capital: null, base: none, equity: none, holding: none }),
      ],
      ['10200', '9900', '5000', '7000'],
    );
    // 10,100 of 10,000, then 20,100 of 20,100; held, 9,900 of 10,000, then 21,050 of 19,900.
    expect(totalReturn(rows)).toEqual({ percent: '1.00', holding: '4.72', ahead: '-3.72000000' });
    expect(totalReturn(rows.slice(2))).toEqual({ percent: null, holding: null, ahead: null });
  });

  it('a portfolio that is new changes neither the total nor any point of the line of holding', () => {
    const old = rowsOf([itemOf('a', {}), itemOf('b', LATER)], ['10200', '9900']);
    const withNew = rowsOf(
      [
        ...[itemOf('a', {}), itemOf('b', LATER)],
        itemOf('new', { base: [null, null, '50000'], equity: [null, null, '50000'], holding: [null, null, '50000'] }),
      ],
      ['10200', '9900', '50000'],
    );
    expect(totalReturn(withNew)).toEqual(totalReturn(old));
    expect(returnLines(times, withNew).at(-1)).toEqual(returnLines(times, old).at(-1));
  });

  it('a portfolio that is deleted keeps its part of the total and of the line of holding, and weighs nothing afterwards', () => {
    const before = rowsOf([itemOf('a', {}), itemOf('b', LATER)], ['10200', '9900']);
    const later = {
      ...{ base: ['10000', '10000', '10000', '10000'], equity: ['10000', '10100', '10200', '11220'] },
      holding: ['10000', '9900', '10050', '11055'],
    };
    const after = rowsOf([itemOf('a', later)], ['11220']);
    const gone = {
      ...{ ...itemOf('b', {}), execution: 'paper' as const, base: [...LATER.base, null] },
      ...{ equity: [...LATER.equity, null], holding: [...LATER.holding, null] },
    };
    expect(totalReturn(before)).toMatchObject({ percent: '1.00', holding: '4.72' });
    // A tenth more on both sides since the deletion: 1.01 · 1.1 and 1.047211 · 1.1.
    expect(totalReturn(after, [gone])).toMatchObject({ percent: '11.10', holding: '15.19' });
    expect(totalReturn([], [gone])).toEqual(totalReturn(before.slice(1)));
    const held = returnLines(times, before).at(-1)?.points;
    const days = [...times, '2025-05-27T00:00:00.000Z'];
    expect(returnLines(days, after, [gone]).at(-1)?.points.slice(0, 3)).toEqual(held);
  });

  it('a deposit is no gain, neither of a portfolio nor of holding', () => {
    const [row] = rowsOf(
      [
        itemOf('a', {
          ...{ base: ['10000', '10000', '20000'], equity: ['10000', '10100', '20200'] },
          holding: ['10000', '9900', '20100'],
        }),
      ],
      ['20200'],
    );
    expect(row).toMatchObject({ percent: '1.00', holding: '0.50' });
    const [own] = returnLines(times, row === undefined ? [] : [row]);
    expect(own?.points.map(({ percent }) => percent.toFixed(6))).toEqual(['0.000000', '1.000000', '1.000000']);
  });

  it('a portfolio that has not begun has no line, and a later one is in the line of holding from then on', () => {
    const none = [null, null, null];
    const rows = rowsOf(
      [
        itemOf('a', {}),
        itemOf('b', LATER),
        itemOf('c', { since: null, capital: null, base: none, equity: none, holding: none }),
      ],
      ['10200', '9900', '10000'],
    );
    const lines = returnLines(times, rows);
    expect(lines.map(({ id, look, points }) => [id, look, points.length])).toEqual([
      ['a', 1, 3],
      ['b', 2, 2],
      ['holding', 'holding', 3],
    ]);
    expect(lines.at(-1)?.points.map(({ percent }) => percent.toFixed(6))).toEqual([
      '0.000000',
      '-1.000000',
      '4.721106',
    ]);
  });

  it('an instant without a price is left out of the line of holding, not drawn as a loss', () => {
    const rows = rowsOf([itemOf('a', { holding: ['10000.00000000', null, '10050.00000000'] })], ['10200']);
    expect(returnLines(times, rows).at(-1)?.points).toHaveLength(2);
  });
});
