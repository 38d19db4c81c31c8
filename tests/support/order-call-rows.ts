import type { CallRow } from './call-row.ts';

const LONG = 'x'.repeat(201);
const filters = [
  ['date_from', { query: { date_from: 'yesterday' } }],
  ['date_to', { query: { date_to: '2025-13-01' } }],
  ['symbol', { query: { symbol: LONG } }],
  ['kind', { query: { kind: 'spot-bot' } }],
  ['role', { query: { role: 'hope' } }],
  ['execution', { query: { execution: 'both' } }],
] as const;

/** How every call about orders over all bots is asked, rightly and wrongly. */
export const orderCallRows = {
  getExecutedOrders: {
    right: ({ botId, kind }) => ({ query: { bot_id: botId, kind, role: 'base', side: 'BUY', limit: '20' } }),
    foreign: 'BOT_NOT_FOUND',
    bad: [
      ...filters,
      ['side', { query: { side: 'buy' } }],
      ['state', { query: { state: 'LOST' } }],
      ['limit', { query: { limit: '1001' } }],
      ['offset', { query: { offset: '-1' } }],
      ['cursor', { query: { cursor: LONG } }],
    ],
  },
  getWorstOrders: {
    right: ({ portfolioId }) => ({ query: { portfolio_id: portfolioId, limit: '5' } }),
    foreign: 'PORTFOLIO_NOT_FOUND',
    bad: [...filters, ['limit', { query: { limit: '101' } }]],
  },
  getOrderStat: {
    right: ({ portfolioId }) => ({
      query: { portfolio_id: portfolioId, date_from: '2025-05-20', date_to: '2025-05-25' },
    }),
    foreign: 'PORTFOLIO_NOT_FOUND',
    bad: [...filters, ['date_from', { query: { date_from: '2025-05-20T00:00:00Z' } }]],
  },
  saveOrderStat: {
    right: () => ({ body: { day: '2025-05-20' } }),
    foreign: null,
    bad: [
      ['day', { body: { day: '2025-02-30' } }],
      ['day', { body: { day: 7 } }],
    ],
  },
} as const satisfies Record<string, CallRow>;
