import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { drawPage } from '../../../../tests/support/draw-page.tsx';
import { PortfolioBand } from './portfolio-band.tsx';
import type { Pnl } from './portfolio-queries.ts';
import type { PortfolioView } from './portfolio-view.ts';

const portfolio = {
  createdAt: '2025-05-04T00:00:00.000Z',
  equity: '9953.33000001',
  walletStart: '10000.00000000',
  transfers: '0.00000000',
  resultAll: '15.42000001',
  unrealized: '-61.12000000',
  openRealized: '0.00000000',
  openCosts: '-0.97000000',
  openCycles: 4,
  initialMargin: '399.12345678',
  drawdownNowPercent: '-3.870000',
  drawdownMaxPercent: '-5.500000',
  drawdownMaxAt: '2025-05-25T00:00:00.000Z',
};
const pnl = {
  result: '15.42000001',
  statistics: {
    ...{ cycles: 430, winRate: '0.96046512', payoff: '0.04126', worstCycle: '-105.20000000' },
    ...{ profitFactor: '1.01', expectancy: '0.0358', sharpe: null, sortino: null, calmar: null },
    ...{ maxDrawdownPercent: '-2.250000', dailyReturns: 7, isFewReturns: true },
  },
};
// The band reads no other field of the portfolio and of its result.
const view = { portfolio, bots: [], marketNow: Date.parse('2025-05-26T00:00:00Z') } as unknown as PortfolioView;
const draw = (period: '7d' | 'all') =>
  drawPage(<PortfolioBand view={view} pnl={pnl as unknown as Pnl} period={period} />);

it('the share of cycles won never stands without payoff and worst cycle', async () => {
  draw('7d');
  expect(await screen.findByText('96.05 % of 430 won · payoff 0.04 · worst −105.20')).toBeTruthy();
});

it('the deepest drawdown is that of the period, and that of all time carries its day', async () => {
  draw('7d');
  expect(await screen.findByText('Closed net in 7 d')).toBeTruthy();
  expect(screen.getByText('deepest −2.25 % in 7 d')).toBeTruthy();
  draw('all');
  expect(await screen.findByText('max −5.50 %, 25 May')).toBeTruthy();
  expect(screen.getByText('Closed net of all time')).toBeTruthy();
});

it('the open result reads as in the bridge below, whose terms add up as they are shown', async () => {
  // Each term is rounded up by half a cent, and the equity by none: 10,000 + 15.43 + open = 9,953.33.
  const halves = { ...portfolio, resultAll: '15.42500000', unrealized: '-61.12500000', equity: '9953.33000000' };
  const shown = { ...view, portfolio: halves } as unknown as PortfolioView; // As above.
  drawPage(<PortfolioBand view={shown} pnl={pnl as unknown as Pnl} period="7d" />);
  expect((await screen.findByText('−62.10')).getAttribute('title')).toBe('−62.095');
});

it('money has two decimals, and the tooltip holds the exact value', async () => {
  draw('7d');
  expect((await screen.findByText('9,953.33')).getAttribute('title')).toBe('9,953.33000001');
  expect(screen.getByText('+15.42').getAttribute('title')).toBe('15.42000001');
});
