import type { Reply } from '#contract/call.ts';
import type { getLogs } from '#contract/cycle.ts';
import type { getStrategies } from '#contract/strategy.ts';
import { ladderParams } from '#engine/model/ladder-params.ts';
import type { Order } from '#web/api/trading-queries.ts';

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
