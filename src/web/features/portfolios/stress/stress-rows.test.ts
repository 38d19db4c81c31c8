import { expect, it } from 'vitest';
import type { StressedBot, StressTest } from './stress-query.ts';
import { stressOf, stressRows, stressSums } from './stress-rows.ts';

function bot(
  botId: string,
  portfolioId: string,
  positions: readonly Partial<StressedBot['positions'][number]>[],
): StressedBot {
  return {
    botId,
    name: botId,
    kind: 'dca-bot',
    portfolioId,
    change: '0',
    positions: positions.map((position) => ({
      symbol: 'ETHUSDT',
      direction: 'buy',
      change: '0',
      levelsFilled: 0,
      levelsTotal: 4,
      stepsTaken: [],
      hasStepRule: false,
      end: null,
      ...position,
    })),
  };
}

const portfolio = (portfolioId: string, amounts: readonly [string, string, string, string]) => {
  const [equity, equityAfter, freeMargin, freeMarginAfter] = amounts;
  return { portfolioId, name: `name of ${portfolioId}`, equity, equityAfter, freeMargin, freeMarginAfter };
};

const TEST: StressTest = {
  marketPercent: '20',
  minutes: 60,
  betaDays: 90,
  betaReturnsMin: 20,
  symbols: [],
  portfolios: [
    portfolio('p', ['1000.00000001', '900', '500', '100.5']),
    portfolio('q', ['10', '9.99999999', '10', '9']),
    portfolio('live', ['7000', '1', '1', '1']),
  ],
  bots: [
    bot('a', 'p', [{ stepsTaken: [2, 3], end: { reason: 'liquidation', marketPercent: '14.0' } }, { stepsTaken: [1] }]),
    bot('b', 'live', [{ end: { reason: 'liquidation', marketPercent: '3.0' } }]),
    bot('c', 'q', [{ end: { reason: 'stop_loss', marketPercent: '9.0' } }]),
  ],
  behind: [],
};
const paper = stressOf(TEST, new Set(['p', 'q']));

it('the sums of a stress test are those of its portfolios and positions, to the last digit, without those of live ones', () => {
  expect(stressSums(paper)).toEqual({
    equity: '1010.00000001',
    change: '-100.00000002',
    freeMargin: '510.00000000',
    freeMarginAfter: '109.50000000',
    liquidated: 1,
    stopped: 1,
    averaging: 2,
    steps: 3,
  });
});

it('every position stands in the order of its bots, with the name of its portfolio', () => {
  expect(stressRows(paper).map((row) => [row.bot.botId, row.portfolioName])).toEqual([
    ['a', 'name of p'],
    ['a', 'name of p'],
    ['c', 'name of q'],
  ]);
});
