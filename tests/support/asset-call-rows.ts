import { ANN, newName, type World } from './api-world.ts';
import type { CallRow } from './call-row.ts';

async function newCategory({ server }: World): Promise<{ readonly trade_category_id: string }> {
  return (await server.send('POST', '/api/create-trade-category', { as: ANN, body: { name: newName() } })).body;
}

const owned = new WeakMap<World, Promise<{ readonly trade_category_id: string }>>();

/** One category of Ann for all tests that only name one: a user has few. */
function ownCategory(world: World): Promise<{ readonly trade_category_id: string }> {
  const known = owned.get(world) ?? newCategory(world);
  owned.set(world, known);
  return known;
}

/** How every call about a user's own fields of assets is asked, rightly and wrongly. */
export const assetCallRows = {
  getAssets: { right: () => ({}), foreign: null },
  updateAssetFields: {
    right: async (world) => ({
      path: '/api/asset/ETHUSDT/update-fields',
      body: { ...idOf(await ownCategory(world)), comment: 'moves well', score: 71 },
    }),
    foreign: 'TRADE_CATEGORY_NOT_FOUND',
    bad: [
      ['trade_category_id', { body: { trade_category_id: 7 } }],
      ['comment', { body: { comment: 'x'.repeat(2_001) } }],
      ['score', { body: { score: 101 } }],
      ['score', { body: { score: -1 } }],
      ['score', { body: { score: 50.5 } }],
      ['score', { body: { score: '50' } }],
    ],
  },
  getAssetDescription: { right: () => ({ path: '/api/assets/ETHUSDT/description' }), foreign: null },
  getAssetCmcData: { right: () => ({ path: '/api/assets/ETHUSDT/cmc-data' }), foreign: null },
  getTradeCategories: { right: () => ({}), foreign: null },
  createTradeCategory: {
    right: () => ({ body: { name: newName(), colour: 'pink' } }),
    foreign: null,
    bad: [
      ['name', { body: { name: 'x'.repeat(81) } }],
      ['colour', { body: { colour: '#ff0000' } }],
    ],
  },
  setTradeCategory: {
    right: async (world) => ({ body: { ...idOf(await ownCategory(world)), name: newName() } }),
    foreign: 'TRADE_CATEGORY_NOT_FOUND',
    bad: [
      ['trade_category_id', { body: { trade_category_id: null } }],
      ['name', { body: { name: ' ' } }],
      ['colour', { body: { colour: 'plaid' } }],
    ],
  },
  orderTradeCategories: {
    right: async (world) => {
      await ownCategory(world);
      const { body } = await world.server.send('GET', '/api/trade-categories', { as: ANN });
      const ids = body.items.map(idOf).map((one: { trade_category_id: string }) => one.trade_category_id);
      return { body: { trade_category_ids: ids.toReversed() } };
    },
    foreign: 'TRADE_CATEGORY_NOT_FOUND',
    bad: [
      ['trade_category_ids', { body: { trade_category_ids: 'core' } }],
      ['trade_category_ids.0', { body: { trade_category_ids: [7] } }],
    ],
  },
  deleteTradeCategory: {
    right: async (world) => ({ path: `/api/delete-trade-category/${(await newCategory(world)).trade_category_id}` }),
    foreign: 'TRADE_CATEGORY_NOT_FOUND',
  },
} satisfies Record<string, CallRow>;

function idOf({ trade_category_id }: { readonly trade_category_id: string }) {
  return { trade_category_id };
}
