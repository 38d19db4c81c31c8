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
  holding: ['10000.00000000', '9900.00000000', '10050.00000000'],
  symbols: ['BTCUSDT'],
  holdingUnknown: null,
  ...change,
});

const rowsOf = (items: readonly PortfolioReturn[], equities: readonly string[]) => {
  const returns: Returns = { dateFrom: times[0] ?? '', dateTo: times[2] ?? '', times, items: [...items] };
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

  it('a total has the capital and the worth of both sides of the same portfolios', () => {
    const unknown = { code: 'NO_BOTS' as const, symbol: null };
    const rows = rowsOf(
      [
        itemOf('a', {}),
        itemOf('b', { capital: '2000.00000000', holding: [null, null, '2500.00000000'] }),
        itemOf('c', { holding: [null, null, null], holdingUnknown: unknown }),
        itemOf('d', { since: null, capital: null, equity: [null, null, null], holding: [null, null, null] }),
      ],
      ['10200', '1980', '5000', '7000'],
    );
    expect(totalReturn(rows)).toEqual({ percent: '1.50', holding: '4.58', ahead: '-3.08000000' });
    expect(totalReturn(rows.slice(2))).toEqual({ percent: null, holding: null, ahead: null });
  });

  it('a portfolio that has not begun has no line, and a later one counts with its capital until it begins', () => {
    const rows = rowsOf(
      [
        itemOf('a', {}),
        itemOf('b', { equity: [null, '10000', '10000'], holding: [null, '10000.00000000', '11000.00000000'] }),
        itemOf('c', { since: null, capital: null, equity: [null, null, null], holding: [null, null, null] }),
      ],
      ['10200', '10000', '10000'],
    );
    const lines = returnLines(times, rows);
    expect(lines.map(({ id, look, points }) => [id, look, points.length])).toEqual([
      ['a', 1, 3],
      ['b', 2, 2],
      ['holding', 'holding', 3],
    ]);
    expect(lines.at(-1)?.points.map(({ percent }) => percent.toFixed(9))).toEqual([
      '0.000000000',
      '-0.500000000',
      '5.250000000',
    ]);
  });

  it('an instant without a price is left out of the line of holding, not drawn as a loss', () => {
    const rows = rowsOf([itemOf('a', { holding: ['10000.00000000', null, '10050.00000000'] })], ['10200']);
    expect(returnLines(times, rows).at(-1)?.points).toHaveLength(2);
  });
});
