import { ANN, newName } from './api-world.ts';
import type { CallRow } from './call-row.ts';

const badPages = [
  ['symbol', { query: { symbol: 'ETH USDT' } }],
  ['limit', { query: { symbol: 'ETHUSDT', limit: '1001' } }],
  ['cursor', { query: { symbol: 'ETHUSDT', cursor: 'x'.repeat(201) } }],
] as const;

/** Calls of the screener and of what it collects, rightly and wrongly filled in. */
export const screenerCallRows = {
  getFutures: {
    right: () => ({ body: { sort: [{ column: 'score', is_descending: true }], limit: 5 } }),
    foreign: null,
    bad: [
      ['filters.0.column', { body: { filters: [{ column: 'luck' }] } }],
      ['filters.0.min', { body: { filters: [{ column: 'score', min: 'much' }] } }],
      ['sort.0.is_descending', { body: { sort: [{ column: 'score' }] } }],
      ['columns.0', { body: { columns: ['luck'] } }],
      ['choices_of', { body: { choices_of: 'luck' } }],
      ['search', { body: { search: 'x'.repeat(201) } }],
      ['limit', { body: { limit: 1_001 } }],
      ['offset', { body: { offset: -1 } }],
      ['notional', { body: { notional: '1e3' } }],
    ],
  },
  getFundingHistory: { right: () => ({ query: { symbol: 'ETHUSDT', limit: '5' } }), foreign: null, bad: badPages },
  getOpenInterestHistory: { right: () => ({ query: { symbol: 'ETHUSDT' } }), foreign: null, bad: badPages },
  screenRule: {
    right: async ({ server }) => {
      const enter = { op: 'rising', a: { price: 'close' }, n: 2 };
      const sizing = { type: 'fixed_notional', value: '500' };
      const params = { symbols: ['ETHUSDT'], timeframe: '1h', sizing, buy: { enter } };
      const body = { name: newName(), symbol: 'ETHUSDT', params };
      const saved = await server.send('POST', '/api/custom-bot/save-strategy', { as: ANN, body });
      return { body: { strategy_id: saved.body.strategy_id, days: 30 } };
    },
    foreign: 'STRATEGY_NOT_FOUND',
    bad: [
      ['strategy_id', { body: { strategy_id: 7 } }],
      ['strategy_version', { body: { strategy_version: 0 } }],
      ['days', { body: { days: 91 } }],
    ],
  },
} satisfies Record<string, CallRow>;
