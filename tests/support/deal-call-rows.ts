import { ANN, expectStatus, newBot, type World } from './api-world.ts';
import type { CallRow } from './call-row.ts';

const DEAL = { symbol: 'ETHUSDT', direction: 'buy', kind: 'open', percent: '100' };
const dealsOf = (botId: string): string => `/api/bots/${botId}/manual-deals`;

/** A running bot of Ann that has not traded yet. */
async function freshBot(world: World): Promise<string> {
  return (await newBot(world, { autostart: true })).bot_id;
}

/** A deal of Ann that waits for the next minute. */
async function freshDeal(world: World): Promise<string> {
  const sent = { as: ANN, body: DEAL };
  const answer = await world.server.send('POST', dealsOf(await freshBot(world)), sent);
  return expectStatus(answer, 200).manual_deal_id;
}

/** How every call about deals by hand is asked, rightly and wrongly. */
export const dealCallRows = {
  getManualDeals: {
    right: ({ botId }) => ({ path: dealsOf(botId) }),
    foreign: 'BOT_NOT_FOUND',
    bad: [
      ['limit', { query: { limit: '1001' } }],
      ['offset', { query: { offset: '-1' } }],
      ['cursor', { query: { cursor: 'x'.repeat(201) } }],
    ],
  },
  orderManualDeal: {
    right: async (world) => ({ path: dealsOf(await freshBot(world)), body: DEAL }),
    foreign: 'BOT_NOT_FOUND',
    bad: [
      ['symbol', { body: { symbol: 'eth usdt' } }],
      ['direction', { body: { direction: 'up' } }],
      ['kind', { body: { kind: 'hedge' } }],
      ['qty', { body: { qty: '-1' } }],
      ['qty', { body: { qty: '0.000' } }],
      ['qty', { body: { qty: 1 } }],
      ['notional', { body: { notional: '0' } }],
      ['percent', { body: { percent: '1000.1' } }],
      ['price', { body: { price: '1e5' } }],
      ['comment', { body: { comment: 'x'.repeat(2_001) } }],
      ['order_type', { body: { order_type: 'stop' } }],
    ],
  },
  previewManualDeal: {
    right: async (world) => ({ path: `/api/bots/${await freshBot(world)}/preview-manual-deal`, body: DEAL }),
    foreign: 'BOT_NOT_FOUND',
    bad: [['kind', { body: { kind: 'hedge' } }]],
  },
  undoManualDeal: {
    right: async (world) => ({ path: `/api/manual-deals/${await freshDeal(world)}` }),
    foreign: 'MANUAL_DEAL_NOT_FOUND',
  },
} satisfies Record<string, CallRow>;
