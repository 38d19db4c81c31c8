/**
 * How often the pages send each read, from the record that the bench of pages makes: opening the five pages that users open
 * most, each with an empty cache, and working on a portfolio for a minute. To renew it, run `npm run bench -- web --json` and
 * copy `sent.all`, without commands, from its last line.
 */
export const PAGE_CALLS = {
  getCandles: 9,
  getSettings: 7,
  getAssets: 6,
  getBots: 6,
  getCycles: 5,
  getCycleCounts: 5,
  getTrades: 5,
  getLogs: 4,
  getOrders: 4,
  getPortfolioById: 3,
  getPortfolioPnl: 2,
  getPortfolioList: 1,
  getDemo: 1,
  getPortfolioReturns: 1,
  getPortfolios: 1,
  getStrategy: 1,
  getStrategies: 1,
  getLogCounts: 1,
} as const;

export type PageCall = keyof typeof PAGE_CALLS;
