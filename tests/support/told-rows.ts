import type { Reply } from '#contract/call.ts';
import type { getCycles, getLogs, getTrades } from '#contract/cycle.ts';
import type { getPortfolioPnl } from '#contract/portfolio.ts';
import type { getStrategies } from '#contract/strategy.ts';
import { ladderParams } from '#engine/model/ladder-params.ts';
import type { Order } from '#web/api/trading-queries.ts';

type LogEntry = Reply<typeof getLogs>['items'][number];
type Cycle = Reply<typeof getCycles>['items'][number];
type Trade = Reply<typeof getTrades>['items'][number];
type Pnl = Reply<typeof getPortfolioPnl>;
type Strategy = Reply<typeof getStrategies>['items'][number];

/** A take profit that rests for the long cycle `c1` of bot `a`. */
export const restingOrder = (change: Partial<Order> = {}): Order => ({
  orderId: 'o1',
  cycleId: 'c1',
  atomId: 'a-ETHUSDT-buy',
  botId: 'a',
  symbol: 'ETHUSDT',
  direction: 'buy',
  role: 'take_profit',
  level: 0,
  type: 'LIMIT',
  side: 'SELL',
  positionSide: 'LONG',
  price: '2525.00',
  triggerPrice: null,
  qty: '0.080',
  filledQty: '0.000',
  avgPrice: null,
  reduceOnly: true,
  closePosition: false,
  state: 'OPEN',
  decisionPrice: '2500.00',
  sentAt: '2025-05-26T05:31:00.000Z',
  doneAt: null,
  ...change,
});

/** The line that tells of the base order's fill. */
export const logLine = (change: Partial<LogEntry> = {}): LogEntry => ({
  logId: 'l1',
  ts: '2025-05-26T05:30:00.000Z',
  level: 'info',
  code: 'BASE_FILLED',
  detail: 'Base order filled: 0.080 ETH at 2500.00.',
  figures: [
    { name: 'quantity', value: '0.080' },
    { name: 'price', value: '2500.00' },
  ],
  botId: 'a',
  botName: 'Alpha',
  portfolioId: 'p1',
  symbol: 'ETHUSDT',
  direction: 'buy',
  cycleId: 'c1',
  orderId: null,
  ...change,
});

export const page = <T>(items: T[]) => ({ items, total: items.length, offset: 0, limit: 200, cursor: null });

/** Every parameter of a ladder of two steps, as the API tells them. */
export const TWO_STEPS = ladderParams.parse({
  baseOrderSize: '200',
  safetyOrdersCount: 2,
  stepPercent: '1',
  takeProfitPercent: '1',
  stopLossPercent: '10',
  leverage: 5,
});

/** A saved ladder of two steps on ETHUSDT that nobody runs. */
export const savedStrategy = (change: Partial<Strategy> = {}): Strategy => ({
  strategyId: 's1',
  name: 'Two steps',
  kind: 'dca-bot',
  version: 3,
  comment: '',
  symbol: 'ETHUSDT',
  params: TWO_STEPS,
  versions: [
    { version: 1, createdAt: '2025-05-20T00:00:00.000Z' },
    { version: 3, createdAt: '2025-05-22T00:00:00.000Z' },
  ],
  bots: [],
  createdAt: '2025-05-20T00:00:00.000Z',
  updatedAt: '2025-05-22T00:00:00.000Z',
  ...change,
});

/** The open long cycle `c1` of bot `a`, which has filled its base order. */
export const openCycle = (change: Partial<Cycle> = {}): Cycle => ({
  ...{ cycleId: 'c1', atomId: 'a-ETHUSDT-buy', botId: 'a', botName: 'Alpha', portfolioId: 'p1', netCycleId: null },
  ...{ strategyExecutorId: 'a-run-1', openedByExecutorId: 'a-run-1', seq: 4, symbol: 'ETHUSDT', direction: 'buy' },
  ...{ state: 'OPEN', closeReason: null, openedAt: '2025-05-26T05:30:00.000Z', beginDate: '2025-05-26T05:30:00.000Z' },
  ...{ endDate: null, entryQty: '0.080', quantity: '0.080', levelsFilled: 0, levelsTotal: 2, peakMargin: '40.00' },
  ...{ committedMargin: '120.00', gross: '0', commission: '0.10000000', funding: '-0.02000000', liquidationFee: '0' },
  ...{ result: '-0.12000000', avgEntryPrice: '2500.00', avgExitPrice: null, maxLevelPrice: '2500.00' },
  ...{ roiMarginPercent: null, roiCommittedPercent: null, maePercent: null, mfePercent: null },
  ...change,
});

/** The same cycle after its take profit: 2.00 less 0.25 of fees. */
export const endedCycle = (change: Partial<Cycle> = {}): Cycle =>
  openCycle({
    ...{ state: 'CLOSED', closeReason: 'take_profit', endDate: '2025-05-26T07:45:00.000Z', quantity: '0.000' },
    ...{ gross: '2.00000000', commission: '0.25000000', funding: '0', result: '1.75000000', avgExitPrice: '2525.00' },
    ...change,
  });

/** The fill of the base order of that cycle. */
export const baseFill = (change: Partial<Trade> = {}): Trade => ({
  ...{ tradeId: 't1', orderId: 'o0', cycleId: 'c1', botId: 'a', symbol: 'ETHUSDT', ts: '2025-05-26T05:30:00.000Z' },
  ...{ side: 'BUY', role: 'base', level: 0, price: '2500.00', qty: '0.080', quoteQty: '200.00000000' },
  ...{ commission: '0.10000000', commissionAsset: 'USDT', commissionUsdt: '0.10000000', isMaker: false },
  exchangeRealizedPnl: '0',
  ...change,
});

/** A result without a curve: two days, one of them lost. */
export const toldPnl = (change: Partial<Pnl> = {}): Pnl => ({
  ...{ portfolioId: 'p1', dateFrom: '2025-05-04T00:00:00.000Z', dateTo: '2025-05-26T08:00:00.000Z', paidIn: '10500' },
  ...{ isHourly: true, settledTo: '2025-05-26T08:00:00.000Z', gross: '45', funding: '0', commission: '1.79' },
  ...{ liquidationFee: '0', result: '43.21000001', unrealized: '-61.12', points: [] },
  days: [
    { day: '2025-05-24', result: '55.51000001', cycles: 2 },
    { day: '2025-05-26', result: '-12.30000000', cycles: 1 },
  ],
  statistics: {
    ...{ cycles: 3, winRate: '0.66666667', payoff: '2.25', worstCycle: '-12.30000000', profitFactor: '4.51' },
    ...{ expectancy: '14.40333333', sharpe: null, sortino: null, calmar: null, maxDrawdownPercent: '-1.12' },
    ...{ dailyReturns: 7, isFewReturns: true },
  },
  ...change,
});
