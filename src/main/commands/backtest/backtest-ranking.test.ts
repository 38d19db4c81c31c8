import { expect, it } from 'vitest';
import { rate } from '#base/exact.ts';
import { ladderParams } from '#engine/model/ladder-params.ts';
import { FIGURES, figureNames } from '#engine/sweep/figures.ts';
import { ETH, START } from '../../../../tests/support/market.ts';
import type { RunOrigin } from './backtest-origin.ts';
import { rankingDocument, rankingText } from './backtest-ranking.ts';

/** Figures that are zero except for those given. */
function rowOf(figures: Partial<Record<(typeof figureNames)[number], number>>): number[] {
  return figureNames.map((name) => figures[name] ?? 0);
}

const ORIGIN: RunOrigin = {
  engine: { version: '1.2.3', commit: null },
  source: 'imported candles',
  slippage: rate(0),
  fundingRate: null,
  data: [],
  notes: [],
};

it('a ranking names parameters in snake_case, prints null as off, and says which sets were liquidated', () => {
  const sets = [null, '4'].map((stopLossPercent) => ladderParams.parse({ baseOrderSize: '100', stopLossPercent }));
  const rows = Float64Array.from([...rowOf({ equityEnd: 1e12, liquidations: 1 }), ...rowOf({ equityEnd: 9e11 })]);
  expect(rows.length).toBe(2 * FIGURES);
  const about = { count: 3, names: ['stop_loss_percent'], origin: ORIGIN } as const;
  const text = rankingText({ instrument: ETH, start: START, minutes: 60, gaps: [], sets, rows }, about);
  const [, head, first, second] = text.split('\n').filter((line) => !line.startsWith('Botyard') && line !== '');
  expect(head).toMatch(/^ +stop_loss_percent +equity at the end .* liquidated +blocked from$/);
  expect(first).toMatch(/^1 +off +10,000\.00 USDT .* yes$/);
  expect(second).toMatch(/^2 +4 +9,000\.00 USDT .*USDT$/);
  expect(text).toContain('1 of 3 sets were omitted because no bot may run them.');
});

it('a ranking includes the costs of open cycles in their open result, as the report of one set does', () => {
  const sets = [ladderParams.parse({ baseOrderSize: '100' })];
  const money = { gross: 5e9, commission: 3e8, funding: -2e8, liquidationFee: 1e8, unrealized: -7e8 };
  const rows = Float64Array.from(rowOf({ ...money, won: 6e9, lost: -2e9, equityEnd: 1e12, fills: 9 }));
  const about = { count: 1, names: [], origin: ORIGIN } as const;
  const text = rankingText({ instrument: ETH, start: START, minutes: 60, gaps: [], sets, rows }, about);
  const [, head, row] = text.split('\n').filter((line) => !line.startsWith('Botyard') && line !== '');
  expect(head).toMatch(/open at the end/);
  expect(row).toMatch(/ -3\.00 USDT/); // 50 − 3 − 2 − 1 − 7 in all, 60 − 20 of it closed.
});

it('a ranking says which sets were blocked, since when, and how many never traded', () => {
  const sets = ['500', '600', '700', '800'].map((baseOrderSize) => ladderParams.parse({ baseOrderSize }));
  const rows = Float64Array.from([
    ...rowOf({ equityEnd: 4, fills: 9 }),
    ...rowOf({ equityEnd: 3, fills: 9, minutesBlocked: 7 }),
    ...rowOf({ equityEnd: 2, fills: 9, minutesBlocked: 60, minutesBlockedAtEnd: 45 }),
    ...rowOf({ equityEnd: 1, minutesBlocked: 60, minutesBlockedAtEnd: 60 }),
  ]);
  const about = { count: 4, names: ['base_order_size'], origin: ORIGIN } as const;
  const text = rankingText({ instrument: ETH, start: START, minutes: 60, gaps: [], sets, rows }, about);
  const since = (minute: number): string =>
    new Date(START + minute * 60_000).toISOString().slice(0, 16).replace('T', ' ');
  const ends = text
    .split('\n')
    .filter((line) => /^\d +\d00 /.test(line))
    .map((line) => line.slice(-16));
  expect(ends.slice(2)).toEqual([since(15), since(0)]);
  expect(ends.slice(0, 2).join()).not.toMatch(/\d{4}-\d\d/);
  expect(text).toContain('2 of 4 sets opened no more cycles from some time on: ');
  expect(text).toContain('1 of 4 sets opened no cycle for some time: ');
  expect(text).toContain('1 of 4 sets never traded.');
});

it('a ranking says how many candles are missing and where, and that every set stood still there', () => {
  const sets = [ladderParams.parse({ baseOrderSize: '100' })];
  const rows = Float64Array.from(rowOf({ equityEnd: 4, fills: 9 }));
  const about = { count: 1, names: ['base_order_size'], origin: ORIGIN } as const;
  const swept = { instrument: ETH, start: START, minutes: 10_000, sets, rows };
  const at = (minute: number) => new Date(START + minute * 60_000).toISOString();
  const told = (minute: number) => at(minute).slice(0, 16).replace('T', ' ');
  const gaps = [
    { from: 60, to: 90 },
    { from: 8_500, to: 10_000 },
  ];
  expect(rankingText({ ...swept, gaps }, about)).toContain(
    'Candles are missing for 1,530 of 10,000 minutes; every set stood still ' +
      `from ${told(60)} to ${told(90)} (30 minutes), from ${told(8_500)} to the end (1500 minutes).`,
  );
  expect(rankingDocument({ ...swept, gaps }, about)).toMatchObject({
    flags: expect.arrayContaining(['GAPS']),
    minutesMissing: 1_530,
    gaps: [
      { from: at(60), to: at(90) },
      { from: at(8_500), to: at(10_000) },
    ],
  });
  const many = Array.from({ length: 8 }, (_, index) => ({ from: index * 100, to: index * 100 + 6 }));
  expect(rankingText({ ...swept, gaps: many }, about)).toContain('(6 minutes), and 3 times more: --json has all.');
  expect(rankingText({ ...swept, gaps: [] }, about)).not.toContain('missing');
});
