import { ANN, type World } from './api-world.ts';
import type { CallRow } from './call-row.ts';

const LONG = 'x'.repeat(121);
const aStep = { deviation_percent: '1', rebound_percent: '1.5', margin: '20' };
const aLadder = { symbol: 'ETHUSDT', direction: 'buy', rebound_percent: '1', base_margin: '20', levels: [aStep] };
const aDay = { symbols: ['ETHUSDT'], date_from: '2025-05-09', date_to: '2025-05-09' };

/** Ends the jobs of Ann, who may have few that wait. */
async function endedBackFills({ server }: World): Promise<void> {
  const { body } = await server.send('GET', '/api/get-back-fills', { as: ANN });
  for (const { back_fill_id: id, is_own: isOwn, ended_at: endedAt } of body.items) {
    if (isOwn && endedAt === null) await server.send('POST', `/api/cancel-back-fill/${id}`, { as: ANN, body: {} });
  }
}

/** How every call about the market and its past is asked, rightly and wrongly. */
export const marketCallRows = {
  getCandles: {
    right: () => ({ path: '/api/market/futures/candles', query: { symbol: 'ETHUSDT', interval: '1h', limit: '20' } }),
    foreign: null,
    bad: [
      ['symbol', { query: { symbol: LONG } }],
      ['interval', { query: { interval: '2x' } }],
      ['symbol', { query: { symbol: 'ETH USDT' } }],
      ['limit', { query: { limit: '1001' } }],
      ['end_time', { query: { end_time: 'yesterday' } }],
      ['market', { path: '/api/market/options/candles' }],
    ],
  },
  getFuturesPrice: {
    right: () => ({ path: '/api/market/futures/price', query: { symbol: 'ETHUSDT' } }),
    foreign: null,
    bad: [['symbol', { query: { symbol: '' } }]],
  },
  getMarket: { right: () => ({}), foreign: null },
  getMarketHistory: {
    right: () => ({ query: { symbol: 'ETHUSDT' } }),
    foreign: null,
    bad: [['symbol', { query: { symbol: LONG } }]],
  },
  getPriceMoveHistogram: {
    right: () => ({ path: '/api/price-move-histogram/ETHUSDT', query: { direction: 'sell', window_days: '3' } }),
    foreign: null,
    bad: [
      ['rebound_percent', { query: { rebound_percent: '0' } }],
      ['direction', { query: { direction: 'long' } }],
    ],
  },
  getLadderReach: {
    right: () => ({ body: aLadder }),
    foreign: null,
    bad: [
      ['levels', { body: { ...aLadder, levels: [] } }],
      ['levels.0.deviation_percent', { body: { ...aLadder, levels: [{ ...aStep, deviation_percent: '0' }] } }],
    ],
  },
  getBackFills: { right: () => ({}), foreign: null },
  startBackFill: {
    right: async (world) => {
      await endedBackFills(world);
      return { body: aDay };
    },
    foreign: null,
    bad: [
      ['symbols', { body: { ...aDay, symbols: [] } }],
      ['symbols.0', { body: { ...aDay, symbols: ['a b'] } }],
      ['date_from', { body: { ...aDay, date_from: 'soon' } }],
      ['date_to', { body: { ...aDay, date_to: 7 } }],
    ],
  },
  cancelBackFill: {
    right: async (world) => {
      const { server } = world;
      await endedBackFills(world);
      // The played exchange accepts no requests here, so a job never ends by itself.
      const { body } = await server.send('POST', '/api/start-back-fill', { as: ANN, body: aDay });
      return { path: `/api/cancel-back-fill/${body.back_fill_id}`, body: {} };
    },
    foreign: 'BACK_FILL_NOT_OWN',
  },
} as const satisfies Record<string, CallRow>;
