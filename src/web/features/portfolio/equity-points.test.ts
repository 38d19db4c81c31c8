import { expect, it } from 'vitest';
import type { Portfolio } from '#web/api/trading-queries.ts';
import { equityPoints, presentPoint } from './equity-points.ts';
import type { Pnl } from './portfolio-queries.ts';

const AT = Date.UTC(2025, 4, 25, 12);
const HOUR_MS = 3_600_000;
const point = (hours: number, equity: string, cumulative: string) => ({
  ts: new Date(AT + hours * HOUR_MS).toISOString(),
  ...{ equity, cumulative, result: '0', drawdownPercent: '0' },
});
// No other field of the answer and of the portfolio is read.
const pnl = { points: [point(0, '1000', '0'), point(1, '1200', '10'), point(1.5, '1100', '20')] } as unknown as Pnl;
const portfolio = { equity: '900.5', wallet: '1020' } as Portfolio;

it('the curve ends with the equity of the head of the page, at its market time', () => {
  const points = equityPoints(pnl, portfolio);
  expect(points.map(({ time, equity, closed }) => [(time - AT) / HOUR_MS, equity, closed])).toEqual([
    [0, 1_000, 1_000],
    [1, 1_200, 1_010],
  ]);
  const marketNow = AT + 1.75 * HOUR_MS;
  expect(presentPoint(points, portfolio, marketNow)).toEqual({
    ...{ time: marketNow, equity: 900.5, closed: 1_020 },
    drawdown: ((900.5 - 1_200) / 1_200) * 100,
  });
});

it('a tick moves the end of the curve and leaves its points the same list, which is not drawn again', () => {
  const before = equityPoints(pnl, portfolio);
  expect(equityPoints(pnl, { ...portfolio, equity: '901' })).toBe(before);
});

it('without market time, or at that of the last point, there is no other end', () => {
  const points = equityPoints(pnl, portfolio);
  expect(presentPoint(points, portfolio, null)).toBeNull();
  expect(presentPoint(points, portfolio, AT + HOUR_MS)).toBeNull();
});
