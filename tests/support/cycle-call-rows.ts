import { badPagesUpTo, type CallRow } from './call-row.ts';

const logFilters = [
  ['search', { query: { search: 'x'.repeat(201) } }],
  ['symbol', { query: { symbol: 'x'.repeat(201) } }],
  ['codes', { query: { codes: 'cycle opened' } }],
  ['date_from', { query: { date_from: 'yesterday' } }],
  ['date_to', { query: { date_to: '2025-13-01' } }],
] as const;

/** How every call about cycles, their orders and the log is asked, rightly and wrongly. */
export const cycleCallRows = {
  getCycles: {
    right: ({ botId }) => ({ query: { bot_id: botId } }),
    foreign: 'BOT_NOT_FOUND',
    bad: [
      ['end_date', { query: { end_date: 'x' } }],
      ['date_from', { query: { date_from: 'yesterday' } }],
      ['seq', { query: { seq: 'first' } }],
      ['group', { query: { group: 'won' } }],
      ['sort', { query: { sort: 'luck' } }],
      ['search', { query: { search: 'x'.repeat(201) } }],
      ['cursor', { query: { cursor: 'x'.repeat(201) } }],
      ...badPagesUpTo(5_000),
    ],
  },
  getCycleCounts: {
    right: ({ portfolioId }) => ({ query: { portfolio_id: portfolioId, date_from: '2025-05-01' } }),
    foreign: 'PORTFOLIO_NOT_FOUND',
    bad: [
      ['date_from', { query: { date_from: '2025-05-04T00:00:00Z' } }],
      ['end_date', { query: { end_date: '2025-13-01' } }],
      ['search', { query: { search: 'x'.repeat(201) } }],
    ],
  },
  getNetCycles: {
    right: ({ botId }) => ({ query: { bot_id: botId } }),
    foreign: 'BOT_NOT_FOUND',
    bad: [['cursor', { query: { cursor: 'x'.repeat(201) } }], ...badPagesUpTo(5_000)],
  },
  getTrades: {
    right: ({ cycleId }) => ({ query: { cycle_id: cycleId } }),
    foreign: 'CYCLE_NOT_FOUND',
  },
  getOrders: {
    right: ({ cycleId }) => ({ query: { cycle_id: cycleId } }),
    foreign: 'CYCLE_NOT_FOUND',
  },
  getOrdersFromLog: {
    right: ({ orderId }) => ({ query: { order_id: orderId } }),
    foreign: 'ORDER_NOT_FOUND',
    bad: [
      ['limit', { query: { limit: '1001' } }],
      ['cursor', { query: { cursor: 'x'.repeat(201) } }],
    ],
  },
  getLogs: {
    right: () => ({ query: { limit: '5' } }),
    foreign: null,
    bad: [
      ['level', { query: { level: 'loud' } }],
      ['cursor', { query: { cursor: 'x'.repeat(201) } }],
      ...logFilters,
      ...badPagesUpTo(1_000),
    ],
  },
  getLogCounts: {
    right: () => ({ query: { search: 'cycle' } }),
    foreign: null,
    bad: logFilters,
  },
} as const satisfies Record<string, CallRow>;
