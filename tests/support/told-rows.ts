import type { Reply } from '#contract/call.ts';
import type { getCycles, getLogs } from '#contract/cycle.ts';
import type { getStrategies } from '#contract/strategy.ts';
import type { Order, Trade } from '#web/api/trading-queries.ts';

type Cycle = Reply<typeof getCycles>['items'][number];
type LogEntry = Reply<typeof getLogs>['items'][number];
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

/** The fill of the base order of cycle `c1`. */
export const baseFill = (change: Partial<Trade> = {}): Trade => ({
  tradeId: 't1',
  orderId: 'o0',
  cycleId: 'c1',
  botId: 'a',
  symbol: 'ETHUSDT',
  ts: '2025-05-26T05:30:00.000Z',
  side: 'BUY',
  role: 'base',
  level: 0,
  price: '2500.00',
  qty: '0.080',
  quoteQty: '200.00',
  commission: '0.10',
  commissionAsset: 'USDT',
  commissionUsdt: '0.10',
  isMaker: false,
  exchangeRealizedPnl: '0.00',
  ...change,
});

/** The open long cycle `c1` of bot `a`. */
export const openCycle = (change: Partial<Cycle> = {}): Cycle => ({
  cycleId: 'c1',
  atomId: 'a-ETHUSDT-buy',
  botId: 'a',
  botName: 'Alpha',
  portfolioId: 'p1',
  strategyExecutorId: 'a-run-1',
  openedByExecutorId: 'a-run-1',
  netCycleId: null,
  seq: 4,
  symbol: 'ETHUSDT',
  direction: 'buy',
  state: 'OPEN',
  openedAt: '2025-05-26T05:30:00.000Z',
  beginDate: '2025-05-26T05:30:00.000Z',
  endDate: null,
  closeReason: null,
  entryQty: '0.080',
  quantity: '0.080',
  avgEntryPrice: '2500.00',
  avgExitPrice: null,
  levelsFilled: 0,
  levelsTotal: 2,
  maxLevelPrice: '2500.00',
  peakMargin: '40.00',
  committedMargin: '120.00',
  gross: '0.00',
  commission: '0.10',
  funding: '-0.02',
  liquidationFee: '0.00',
  result: '-0.12',
  roiMarginPercent: null,
  roiCommittedPercent: null,
  maePercent: null,
  mfePercent: null,
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

/** A saved ladder of two steps on ETHUSDT that nobody runs. */
export const savedStrategy = (change: Partial<Strategy> = {}): Strategy => ({
  strategyId: 's1',
  name: 'Two steps',
  kind: 'dca-bot',
  version: 3,
  comment: '',
  symbol: 'ETHUSDT',
  params: {
    direction: 'buy',
    baseOrderSize: '200',
    safetyOrdersCount: 2,
    stepPercent: '1',
    takeProfitPercent: '1',
    stopLossPercent: '10',
    leverage: 5,
  },
  versions: [
    { version: 1, createdAt: '2025-05-20T00:00:00.000Z' },
    { version: 3, createdAt: '2025-05-22T00:00:00.000Z' },
  ],
  bots: [],
  createdAt: '2025-05-20T00:00:00.000Z',
  updatedAt: '2025-05-22T00:00:00.000Z',
  ...change,
});
