import { ANN, expectStatus, LADDER, newName, type World } from './api-world.ts';
import type { CallRow } from './call-row.ts';
import { until } from './until.ts';

/** A test of two points over two recorded days, which keep a part of them apart. */
export const TEST_SETUP = {
  kind: 'dca-bot',
  params: { ...LADDER, take_profit_percent: '0.5', step_percent: '0.5' },
  symbols: ['ETHUSDT'],
  date_from: '2025-05-06',
  date_to: '2025-05-07',
  axes: [{ path: 'take_profit_percent', values: ['0.4', '0.5'] }],
  out_of_sample_percent: 50,
};

let made = 0;

/** A test that nobody has made yet; it may still run. */
async function newTest({ server }: World): Promise<string> {
  made += 1;
  const body = { ...TEST_SETUP, wallet_usdt: String(5_000 + made), axes: [] };
  return expectStatus(await server.send('POST', '/api/create-test', { as: ANN, body }), 202).condition_id;
}

/** The one test that all reads share, once it is done, with its best point and a cycle of it. */
interface SharedTest {
  readonly conditionId: string;
  readonly botIds: readonly string[];
  readonly cycleId: string;
}

const shared = new WeakMap<World, Promise<SharedTest>>();

function sharedTest(world: World): Promise<SharedTest> {
  const known = shared.get(world) ?? makeShared(world);
  shared.set(world, known);
  return known;
}

async function makeShared({ server }: World): Promise<SharedTest> {
  const get = async (url: string) => expectStatus(await server.send('GET', url, { as: ANN }), 200);
  const sent = { as: ANN, body: TEST_SETUP };
  const { condition_id: conditionId } = expectStatus(await server.send('POST', '/api/create-test', sent), 202);
  await until(async () => (await get(`/api/get-test?condition_id=${conditionId}`)).state === 'DONE', 'a backtest');
  const { items } = await get(`/api/get-test-bots?condition_id=${conditionId}`);
  const botIds = items.map((bot: { bot_id: string }) => bot.bot_id);
  const cycles = await get(`/api/get-test-cycles?bot_id=${botIds[0]}`);
  return { conditionId, botIds, cycleId: cycles.items[0].cycle_id };
}

const conditionRow = (foreign = 'TEST_NOT_FOUND') => ({
  right: async (world: World) => ({ query: { condition_id: (await sharedTest(world)).conditionId } }),
  foreign,
});
const botQuery = async (world: World) => ({ query: { bot_id: (await sharedTest(world)).botIds[0] ?? '' } });

const badSetups = [
  ['kind', { body: { kind: 'spot-bot' } }],
  ['symbols', { body: { symbols: [] } }],
  ['symbols.0', { body: { symbols: ['eth'] } }],
  ['symbols.1', { body: { symbols: ['ETHUSDT', 'ETHUSDT'] } }],
  ['params.base_order_size', { body: { params: { ...LADDER, base_order_size: '-1' } } }],
  ['params', { body: { params: undefined } }],
  ['date_from', { body: { date_from: 'soon' } }],
  ['wallet_usdt', { body: { wallet_usdt: '0' } }],
  ['costs.slippage_percent', { body: { costs: { slippage_percent: '9' } } }],
  ['axes.0', { body: { axes: [{ path: 'step_percent' }] } }],
  ['axes.0.values', { body: { axes: [{ path: 'step_percent', values: [] }] } }],
  ['sample.size', { body: { sample: { size: 0, seed: 1 } } }],
  ['out_of_sample_percent', { body: { out_of_sample_percent: 90 } }],
  ['walk_forward.test_days', { body: { walk_forward: { train_days: 1, test_days: 0 } } }],
  ['rank_by', { body: { rank_by: 'luck' } }],
] as const;
const badPage = [
  ['limit', { query: { limit: '0' } }],
  ['offset', { query: { offset: '-1' } }],
] as const;
const badSlice = [['slice', { query: { slice: 'half' } }]] as const;

/** How every call about backtests is asked, rightly and wrongly. */
export const testCallRows = {
  getTestConditions: {
    right: () => ({ query: { limit: '5' } }),
    foreign: null,
    bad: [
      ['sort', { query: { sort: 'luck' } }],
      ['state', { query: { state: 'GONE' } }],
      ['cursor', { query: { cursor: 'x'.repeat(601) } }],
      ...badPage,
    ],
  },
  getTest: conditionRow(),
  createTest: {
    right: () => {
      made += 1;
      return { body: { ...TEST_SETUP, wallet_usdt: String(5_000 + made), axes: [] } };
    },
    foreign: null,
    bad: badSetups,
  },
  estimateTest: { right: () => ({ body: TEST_SETUP }), foreign: null, bad: badSetups },
  cancelTest: {
    right: async (world) => ({ path: `/api/cancel-test/${(await sharedTest(world)).conditionId}`, body: {} }),
    foreign: 'TEST_NOT_FOUND',
  },
  repeatTest: {
    right: async (world) => ({ path: `/api/repeat-test/${(await sharedTest(world)).conditionId}`, body: {} }),
    foreign: 'TEST_NOT_FOUND',
  },
  deleteTest: {
    right: async (world) => ({ path: `/api/delete-test/${await newTest(world)}`, body: {} }),
    foreign: 'TEST_NOT_FOUND',
  },
  setTestProps: {
    right: async (world) => ({
      body: { condition_id: (await sharedTest(world)).conditionId, is_starred: true, tags: ['mine'], note: 'good' },
    }),
    foreign: 'TEST_NOT_FOUND',
    bad: [
      ['name', { body: { name: 'x'.repeat(81) } }],
      ['tags.0', { body: { tags: ['a,b'] } }],
      ['note', { body: { note: 'x'.repeat(2_001) } }],
    ],
  },
  getTestBots: {
    ...conditionRow(),
    bad: [['sort', { query: { sort: 'luck' } }], ['result_from', { query: { result_from: 'much' } }], ...badPage],
  },
  getTestBot: { right: botQuery, foreign: 'TEST_BOT_NOT_FOUND' },
  getTestCumBotResults: { ...conditionRow(), bad: badPage },
  getTestNetCycles: {
    right: botQuery,
    foreign: 'TEST_BOT_NOT_FOUND',
    bad: [['result_to', { query: { result_to: '1e3' } }], ['date_from', { query: { date_from: 'soon' } }], ...badPage],
  },
  getTestMap: { ...conditionRow(), bad: [['x', { query: { x: 'x'.repeat(201) } }]] },
  compareTestBots: {
    right: async (world) => ({ query: { bot_ids: (await sharedTest(world)).botIds.join(',') } }),
    foreign: 'TEST_BOT_NOT_FOUND',
    bad: [['bot_ids', { query: { bot_ids: 'x'.repeat(1_001) } }]],
  },
  createBotFromTest: {
    right: async (world) => ({
      body: {
        bot_id: (await sharedTest(world)).botIds[0],
        name: newName(),
        portfolio_id: world.emptyId,
        autostart: false,
      },
    }),
    foreign: 'TEST_BOT_NOT_FOUND',
    bad: [
      ['name', { body: { name: '' } }],
      ['portfolio_id', { body: { portfolio_id: 7 } }],
    ],
  },
  getTestReport: { right: botQuery, foreign: 'TEST_BOT_NOT_FOUND', bad: badSlice },
  getTestCycles: { right: botQuery, foreign: 'TEST_BOT_NOT_FOUND', bad: [...badSlice, ...badPage] },
  getTestOrders: {
    right: async (world) => {
      const { botIds, cycleId } = await sharedTest(world);
      return { query: { bot_id: botIds[0] ?? '', cycle_id: cycleId } };
    },
    foreign: 'TEST_BOT_NOT_FOUND',
    bad: badSlice,
  },
  getTestTrades: { right: botQuery, foreign: 'TEST_BOT_NOT_FOUND', bad: [...badSlice, ...badPage] },
  getTestMonteCarlo: {
    right: botQuery,
    foreign: 'TEST_BOT_NOT_FOUND',
    bad: [...badSlice, ['seed', { query: { seed: '-1' } }], ['draws', { query: { draws: 'many' } }]],
  },
  exportTest: {
    right: async (world) => ({
      query: { condition_id: (await sharedTest(world)).conditionId, what: 'bots', format: 'csv' },
    }),
    foreign: 'TEST_NOT_FOUND',
    bad: [
      ['what', { query: { what: 'all' } }],
      ['format', { query: { format: 'xml' } }],
    ],
  },
} as const satisfies Record<string, CallRow>;
