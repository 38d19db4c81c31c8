import type { Portfolio } from '#web/api/portfolio-queries.ts';

/** A portfolio as the API answers with it: empty, with its first 10,000 USDT. */
export const EMPTY_PORTFOLIO: Portfolio = {
  portfolioId: 'p1',
  name: 'Majors',
  kind: 'dca-bot',
  execution: 'paper',
  comment: '',
  limit: null,
  isDemo: false,
  isBehind: false,
  createdAt: '2025-05-04T00:00:00.000Z',
  botsTotal: 0,
  botsRunning: 0,
  botsInError: 0,
  openCycles: 0,
  closedCycles: 0,
  equity: '10000.00000000',
  walletStart: '10000.00000000',
  transfers: '0.00000000',
  resultAll: '0.00000000',
  unrealized: '0.00000000',
  openRealized: '0.00000000',
  openCosts: '0.00000000',
  wallet: '10000.00000000',
  equityPeak: '10000.00000000',
  committed: '0.00000000',
  initialMargin: '0.00000000',
  resultToday: '0.00000000',
  result7d: '0.00000000',
  result30d: '0.00000000',
  drawdownNowPercent: '0',
  drawdownMaxPercent: '0',
  drawdownMaxAt: null,
  spark: ['10000.00000000'],
};

/** A portfolio at work: its parts add up to its equity, 10,000 + 500 + 43.21 − 61.12 + 0 − 0.97. */
export const WORKING_PORTFOLIO: Portfolio = {
  ...EMPTY_PORTFOLIO,
  ...{ botsTotal: 2, botsRunning: 2, openCycles: 1, closedCycles: 3 },
  ...{ transfers: '500.00000000', resultAll: '43.21000001', unrealized: '-61.12000000', openCosts: '-0.97000000' },
  ...{ equity: '10481.12000001', wallet: '10542.24000001', equityPeak: '10600.00000000' },
  ...{ committed: '400.00000000', initialMargin: '120.50000000', resultToday: '-12.30000000' },
};
