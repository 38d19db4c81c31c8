import { expect, it } from 'vitest';
import { rate } from '#base/exact.ts';
import { ladderParams } from '#engine/model/ladder-params.ts';
import { FIGURES, figureNames } from '#engine/sweep/figures.ts';
import { ETH, START } from '../../../../tests/support/market.ts';
import { rankingText } from './backtest-ranking.ts';

/** Figures that are zero except for those given. */
function rowOf(figures: Partial<Record<(typeof figureNames)[number], number>>): number[] {
  return figureNames.map((name) => figures[name] ?? 0);
}

it('a ranking names parameters in snake_case, prints null as off, and says which sets were liquidated', () => {
  const sets = [null, '4'].map((stopLossPercent) => ladderParams.parse({ baseOrderSize: '100', stopLossPercent }));
  const rows = Float64Array.from([...rowOf({ equityEnd: 1e12, liquidations: 1 }), ...rowOf({ equityEnd: 9e11 })]);
  expect(rows.length).toBe(2 * FIGURES);
  const engine = { version: '1.2.3', commit: null };
  const origin = {
    engine,
    source: 'imported candles',
    slippage: rate(0),
    fundingRate: null,
    data: [],
    notes: [],
  } as const;
  const about = { count: 3, names: ['stopLossPercent'], origin } as const;
  const text = rankingText({ instrument: ETH, start: START, minutes: 60, sets, rows }, about);
  const [, head, first, second] = text.split('\n').filter((line) => !line.startsWith('Botyard') && line !== '');
  expect(head).toMatch(/^ +stop_loss_percent +equity at the end .* liquidated$/);
  expect(first).toMatch(/^1 +off +10,000\.00 USDT .* yes$/);
  expect(second).toMatch(/^2 +4 +9,000\.00 USDT .*USDT$/);
  expect(text).toContain('1 of 3 sets were left out: a bot would be refused for them.');
});
