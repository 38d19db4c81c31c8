import type { Chance } from '#base/prng.ts';
import { DAY_MS, MINUTE_MS } from '#base/time.ts';
import type { Account, KnownCycle } from './account.ts';
import type { PageCall } from './page-calls.ts';

/** The address of each read as the pages send it. */
export const PAGE_REQUESTS: Readonly<Record<PageCall, (account: Account, random: Chance) => string>> = {
  getCandles: ({ cycles }, random) =>
    random.next() < LADDER_SHARE
      ? candlesPath({ symbol: random.pick(cycles).symbol, interval: '15m', limit: LADDER_BARS })
      : candlesPath(windowOf(random.pick(cycles.slice(-CHARTED_CYCLES)))),
  getSettings: () => '/api/settings',
  getAssets: () => '/api/get-assets',
  getBots: ({ portfolioIds }, random) =>
    random.next() < 0.5 ? '/api/dca-bot/get-bots' : `/api/dca-bot/get-bots?portfolio_id=${random.pick(portfolioIds)}`,
  getCycles: ({ portfolioIds }, random) =>
    `/api/dca-bot/get-cycles?portfolio_id=${random.pick(portfolioIds)}&limit=${PAGE_ROWS}`,
  getCycleCounts: ({ portfolioIds }, random) =>
    `/api/dca-bot/get-cycle-counts?portfolio_id=${random.pick(portfolioIds)}`,
  getTrades: ({ cycles }, random) => `/api/dca-bot/get-trades?cycle_id=${random.pick(cycles).cycleId}`,
  getLogs: (account, random) => random.pick([linesPath, eventsPath])(account, random),
  getOrders: ({ cycles }, random) => `/api/dca-bot/get-orders?cycle_id=${random.pick(cycles).cycleId}`,
  getPortfolioById: ({ portfolioIds }, random) => `/api/get-portfolio-by-id?portfolio_id=${random.pick(portfolioIds)}`,
  getPortfolioPnl: ({ portfolioIds }, random) => `/api/get-portfolio-pnl?portfolio_id=${random.pick(portfolioIds)}`,
  getPortfolioList: () => '/api/get-portfolio-list',
  getDemo: () => '/api/demo',
  getPortfolioReturns: () => '/api/get-portfolio-returns',
  getPortfolios: () => '/api/dca-bot/get-portfolios',
  getStrategy: ({ strategyIds }, random) => `/api/dca-bot/get-strategy?id=${random.pick(strategyIds)}`,
  getStrategies: () => '/api/dca-bot/get-strategies',
  getLogCounts: () => '/api/dca-bot/get-log-counts',
};

/** Of the nine charts in the record, one is that of a ladder; the others show a cycle. */
const LADDER_SHARE = 1 / 9;
const LADDER_BARS = 240;
/**
 * A user opens the charts of a few cycles again and again. The pages of hundreds would be more than the program keeps, and
 * more than charts may request of the exchange (decision 63).
 */
const CHARTED_CYCLES = 10;
/** Rows of one page of cycles, and of log lines. */
const PAGE_ROWS = 200;
/** What explains the bends of a portfolio's curve. */
const EVENT_CODES = 'BOT_STARTED,BOT_RESTARTED,BOT_STOPPED,BOT_FINISHED,LADDER_REPLACED';
const EVENTS_MAX = 500;

function linesPath(_account: Account, _random: Chance): string {
  return `/api/dca-bot/get-logs?limit=${PAGE_ROWS}`;
}

function eventsPath({ portfolioIds, since }: Account, random: Chance): string {
  const which = `portfolio_id=${random.pick(portfolioIds)}&date_from=${since}`;
  return `/api/dca-bot/get-logs?${which}&codes=${EVENT_CODES}&limit=${EVENTS_MAX}`;
}

interface Window {
  readonly symbol: string;
  readonly interval: string;
  readonly limit: number;
  readonly endTime?: string;
}

/** Bars that a drawer shows of a cycle. */
const BARS = 110;
const INTERVALS = [
  ['1m', MINUTE_MS],
  ['5m', 5 * MINUTE_MS],
  ['15m', 15 * MINUTE_MS],
  ['1h', 60 * MINUTE_MS],
  ['4h', 240 * MINUTE_MS],
] as const;

/** The candles around an ended cycle, as its drawer asks for them. */
function windowOf({ symbol, beginAt, endAt }: KnownCycle): Window {
  const length = endAt - beginAt;
  const [interval, barMs] = INTERVALS.find(([, ms]) => length / ms <= BARS) ?? (['1d', DAY_MS] as const);
  const margin = Math.max(length / 4, 12 * barMs);
  const limit = Math.max(30, Math.ceil((length + 2 * margin) / barMs) + 1);
  return { symbol, interval, limit, endTime: new Date(endAt + margin).toISOString() };
}

function candlesPath({ symbol, interval, limit, endTime }: Window): string {
  const end = endTime === undefined ? '' : `&end_time=${endTime}`;
  return `/api/market/futures/candles?symbol=${symbol}&interval=${interval}&limit=${limit}${end}`;
}
