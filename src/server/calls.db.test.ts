import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '#contract/call.ts';
import { calls } from '#contract/calls.ts';
import { findBot } from '#storage/bots.ts';
import { asUser, openDatabase } from '#storage/database/database.ts';
import {
  ANN,
  BOB,
  LADDER,
  newBot,
  newName,
  newStrategy,
  startWorld,
  type World,
} from '../../tests/support/api-world.ts';
import { assetCallRows } from '../../tests/support/asset-call-rows.ts';
import type { CallRequest, CallRow } from '../../tests/support/call-row.ts';
import { dealCallRows } from '../../tests/support/deal-call-rows.ts';
import { columnNames, idsOfUser } from '../../tests/support/ids-of-user.ts';
import { keyCallRows } from '../../tests/support/key-call-rows.ts';
import { type KeySupport, openKeySupport } from '../../tests/support/key-support.ts';
import { noticeCallRows } from '../../tests/support/notice-call-rows.ts';
import { orderCallRows } from '../../tests/support/order-call-rows.ts';
import { EVE, othersSeeNothing } from '../../tests/support/others-see-nothing.ts';
import { type PlayedMarket, playedMarket } from '../../tests/support/played-market.ts';
import { portfolioCallRows } from '../../tests/support/portfolio-call-rows.ts';
import { answeredKeys, documentedKeys } from '../../tests/support/reply-keys.ts';
import { screenerCallRows } from '../../tests/support/screener-call-rows.ts';
import type { Answer } from '../../tests/support/server.ts';
import { severalCallRows } from '../../tests/support/several-call-rows.ts';
import { testCallRows } from '../../tests/support/test-call-rows.ts';
import { ownerFilter } from '../../tests/support/without-owner-filter.ts';
import { toWire } from './http/wire.ts';

const LONG = 'x'.repeat(121);
const executor = (row: { strategy_executor_id: string }) => ({ strategy_executor_id: row.strategy_executor_id });
const badExecutor = [
  ['strategy_executor_id', { body: { strategy_executor_id: 7 } }],
  ['strategy_executor_id', { body: { strategy_executor_id: null } }],
] as const;
const page = (max: number) =>
  [
    ['limit', { query: { limit: String(max + 1) } }],
    ['limit', { query: { limit: '0' } }],
    ['offset', { query: { offset: '-1' } }],
  ] as const;

const logFilters = [
  ['search', { query: { search: 'x'.repeat(201) } }],
  ['codes', { query: { codes: 'cycle opened' } }],
  ['date_from', { query: { date_from: 'yesterday' } }],
  ['date_to', { query: { date_to: '2025-13-01' } }],
] as const;

let keySupport: KeySupport;
let market: PlayedMarket;
const aStep = { deviation_percent: '1', rebound_percent: '1.5', margin: '20' };
const aLadder = { symbol: 'ETHUSDT', direction: 'buy', rebound_percent: '1', base_margin: '20', levels: [aStep] };
const aDay = { symbols: ['ETHUSDT'], date_from: '2025-05-09', date_to: '2025-05-09' };

const rows: Record<(typeof calls)[number]['name'], CallRow> = {
  getHealth: { right: () => ({}), foreign: null },
  getSettings: { right: () => ({}), foreign: null },
  getStatus: { right: () => ({}), foreign: null },
  signOut: { right: () => ({ body: {} }), foreign: null },
  getDemo: { right: () => ({}), foreign: null },
  loadDemo: { right: () => ({ body: {} }), foreign: null },
  removeDemo: { right: () => ({ body: {} }), foreign: 'DEMO_NOT_FOUND' },
  ...assetCallRows,
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
  ...screenerCallRows,
  getBackFills: { right: () => ({}), foreign: null },
  startBackFill: {
    right: () => ({ body: aDay }),
    foreign: null,
    bad: [
      ['symbols', { body: { ...aDay, symbols: [] } }],
      ['symbols.0', { body: { ...aDay, symbols: ['a b'] } }],
      ['date_from', { body: { ...aDay, date_from: 'soon' } }],
      ['date_to', { body: { ...aDay, date_to: 7 } }],
    ],
  },
  cancelBackFill: {
    right: async ({ server }) => {
      // The played exchange accepts no requests here, so a job never ends by itself.
      const { body } = await server.send('POST', '/api/start-back-fill', { as: ANN, body: aDay });
      return { path: `/api/cancel-back-fill/${body.back_fill_id}`, body: {} };
    },
    foreign: 'BACK_FILL_NOT_OWN',
  },
  ...portfolioCallRows,
  ...orderCallRows,
  ...noticeCallRows,
  getStrategies: { right: () => ({}), foreign: null },
  getStrategy: {
    right: ({ strategyId }) => ({ query: { id: strategyId } }),
    foreign: 'STRATEGY_NOT_FOUND',
    bad: [['version', { query: { version: '0' } }]],
  },
  tryStrategy: {
    right: ({ strategyId }) => ({ body: { symbol: 'ETHUSDT', strategy_id: strategyId, days: 7, bars: 20 } }),
    foreign: 'STRATEGY_NOT_FOUND',
    bad: [
      ['symbol', { body: { symbol: 'eth' } }],
      ['days', { body: { symbol: 'ETHUSDT', params: LADDER, days: 91 } }],
      ['bars', { body: { symbol: 'ETHUSDT', params: LADDER, bars: 1_001 } }],
      ['until', { body: { symbol: 'ETHUSDT', params: LADDER, until: 'yesterday' } }],
      ['params', { body: { symbol: 'ETHUSDT', params: [] } }],
    ],
  },
  saveStrategy: {
    right: ({ strategyId }) => ({
      body: { strategy_id: strategyId, name: newName(), symbol: 'ETHUSDT', params: LADDER },
    }),
    foreign: 'STRATEGY_NOT_FOUND',
    bad: [
      ['strategy_id', { body: { strategy_id: 7 } }],
      ['name', { body: { name: 'x'.repeat(81) } }],
      ['symbol', { body: { symbol: 'eth' } }],
      ['params.step_percent', { body: { params: { ...LADDER, step_percent: '0.01' } } }],
      ['params.leverage', { body: { params: { ...LADDER, leverage: 126 } } }],
      ['params.stop', { body: { params: { ...LADDER, stop: '1' } } }],
      ['params.custom_levels.0.size', { body: { params: { ...LADDER, custom_levels: [{ deviation_percent: '1' }] } } }],
    ],
  },
  applyStrategy: {
    right: async (world) => {
      const bot = await newBot(world, { strategy_id: world.strategyId, strategy_version: 1 });
      return { body: { ...executor(bot), strategy_version: 1, when: 'now' } };
    },
    foreign: 'EXECUTOR_NOT_FOUND',
    bad: [
      ...badExecutor,
      ['strategy_version', { body: { strategy_version: 1.5 } }],
      ['when', { body: { when: 'later' } }],
    ],
  },
  deleteStrategy: {
    right: async ({ server }) => ({ path: `/api/dca-bot/delete-strategy/${(await newStrategy(server)).strategy_id}` }),
    foreign: 'STRATEGY_NOT_FOUND',
  },
  createBot: {
    right: ({ emptyId }) => ({
      body: { name: newName(), portfolio_id: emptyId, symbols: ['ETHUSDT'], params: LADDER, autostart: false },
    }),
    foreign: 'PORTFOLIO_NOT_FOUND',
    bad: [
      ['portfolio_id', { body: { portfolio_id: 7 } }],
      ['name', { body: { name: '' } }],
      ['symbols', { body: { symbols: [] } }],
      ['symbols.0', { body: { symbols: ['eth'] } }],
      ['symbols.1', { body: { symbols: ['ETHUSDT', 'ETHUSDT'] } }],
      ['params.base_order_size', { body: { params: { ...LADDER, base_order_size: '-1' } } }],
      ['params', { body: { params: undefined } }],
      ['stop_loss_percent', { body: { stop_loss_percent: 5 } }],
      ['comment', { body: { comment: 'x'.repeat(2_001) } }],
      ['owner_id', { body: { owner_id: BOB } }],
    ],
  },
  finishBot: {
    right: async (world) => ({ body: executor(await newBot(world, { autostart: true })) }),
    foreign: 'EXECUTOR_NOT_FOUND',
    bad: badExecutor,
  },
  stopBot: {
    right: async (world) => ({ body: executor(await newBot(world, { autostart: true })) }),
    foreign: 'EXECUTOR_NOT_FOUND',
    bad: [...badExecutor, ['position', { body: { position: 'keep' } }]],
  },
  restartBot: {
    right: async (world) => ({ body: executor(await newBot(world)) }),
    foreign: 'EXECUTOR_NOT_FOUND',
    bad: badExecutor,
  },
  deleteBot: {
    right: async (world) => ({ path: `/api/dca-bot/delete/${(await newBot(world)).bot_id}` }),
    foreign: 'BOT_NOT_FOUND',
  },
  setIsEnterEnabled: {
    right: async (world) => ({
      body: { ...executor(await newBot(world)), is_enter_buy_enabled: false, is_enter_sell_enabled: false },
    }),
    foreign: 'EXECUTOR_NOT_FOUND',
    bad: [...badExecutor, ['is_enter_buy_enabled', { body: { is_enter_buy_enabled: 'yes' } }]],
  },
  setCondition: {
    right: async (world) => ({
      body: { ...executor(await newBot(world)), stop_loss_percent: '20', take_profit_percent: null },
    }),
    foreign: 'EXECUTOR_NOT_FOUND',
    bad: [...badExecutor, ['stop_loss_percent', { body: { stop_loss_percent: '0' } }]],
  },
  previewCondition: {
    right: async (world) => ({
      body: { ...executor(await newBot(world)), stop_loss_percent: '20', take_profit_percent: null },
    }),
    foreign: 'EXECUTOR_NOT_FOUND',
    bad: [...badExecutor, ['take_profit_percent', { body: { take_profit_percent: '0' } }]],
  },
  ...severalCallRows,
  getBots: {
    right: ({ portfolioId }) => ({ query: { portfolio_id: portfolioId } }),
    foreign: 'PORTFOLIO_NOT_FOUND',
  },
  getBotByNameAndPortfolio: {
    right: ({ portfolioId, botName }) => ({ query: { name: botName, portfolio_id: portfolioId } }),
    foreign: 'PORTFOLIO_NOT_FOUND',
    bad: [['name', { query: { name: 'x'.repeat(201) } }]],
  },
  getAtoms: {
    right: ({ botId }) => ({ query: { bot_id: botId } }),
    foreign: 'BOT_NOT_FOUND',
  },
  getSignals: {
    right: ({ portfolioId }) => ({ query: { portfolio_id: portfolioId } }),
    foreign: 'PORTFOLIO_NOT_FOUND',
  },
  getWaits: {
    right: ({ botId }) => ({ query: { bot_id: botId } }),
    foreign: 'BOT_NOT_FOUND',
  },
  getEntryAt: {
    right: async ({ server: { send }, botId }) => {
      const { items } = (await send('GET', `/api/dca-bot/get-atoms?bot_id=${botId}`, { as: ANN })).body;
      const { symbol, direction } = items[0];
      return { query: { bot_id: botId, symbol, direction, at: '2025-05-20T00:00:00Z' } };
    },
    foreign: 'BOT_NOT_FOUND',
    bad: [
      ['direction', { query: { direction: 'up' } }],
      ['at', { query: { at: '2025-05-20' } }],
    ],
  },
  getEnterPositionDate: {
    right: ({ executorId }) => ({ query: { strategy_executor_id: executorId } }),
    foreign: 'EXECUTOR_NOT_FOUND',
  },
  getBotCumResult: {
    right: ({ executorId }) => ({ query: { strategy_executor_id: executorId } }),
    foreign: 'EXECUTOR_NOT_FOUND',
    bad: [['date_from', { query: { date_from: '1' } }], ...page(5_000)],
  },
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
      ...page(5_000),
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
    bad: [['cursor', { query: { cursor: 'x'.repeat(201) } }], ...page(5_000)],
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
  },
  getLogs: {
    right: () => ({ query: { limit: '5' } }),
    foreign: null,
    bad: [
      ['level', { query: { level: 'loud' } }],
      ['cursor', { query: { cursor: 'x'.repeat(201) } }],
      ...logFilters,
      ...page(1_000),
    ],
  },
  getLogCounts: {
    right: () => ({ query: { search: 'cycle' } }),
    foreign: null,
    bad: logFilters,
  },
  ...dealCallRows,
  ...keyCallRows(() => keySupport),
  ...testCallRows,
};

/** Calls that would end what the other tests depend on; they run last, each in its own world. */
const ENDING = new Set(['signOut', 'loadDemo', 'removeDemo']);
const all: readonly Call[] = calls;
const table = all.map((call) => ({ name: call.name, call, row: rows[call.name as keyof typeof rows] }));
const guarded = table.filter(({ call }) => call.access === 'user');
const commands = table.filter(({ call }) => call.method !== 'GET' && call.isRead !== true && !ENDING.has(call.name));

function urlOf(call: Call, request: CallRequest): string {
  const path =
    request.path ?? call.path.replace(':kind', 'dca-bot').replace(':id', 'none').replace(':market', 'futures');
  const query = new URLSearchParams(request.query).toString();
  return query === '' ? path : `${path}?${query}`;
}

/** Never signed in before, and disabled. */
const DAN = 'dan';
const filter = ownerFilter();

let world: World;
let idsOfAnn: ReadonlySet<string>;
let columns: readonly string[];
/** Fewer than the fields that one answer lists. */
const COLUMNS_AT_ONCE = 90;
beforeAll(async () => {
  keySupport = await openKeySupport();
  const price = async (_: string, symbol: string) => ({ symbol, price: '2500.10', time: market.source.closed() });
  market = await playedMarket(['ETHUSDT'], price);
  market.source.pauseMs = 3_600_000;
  world = await startWorld({
    keysOf: (engine) => keySupport.servicesOf(engine),
    market,
    hasLab: true,
    requests: filter.over,
  });
  world.server.setTokenState(DAN, 'disabled');
  columns = await columnNames(world.server.ownerUrl);
  idsOfAnn = await idsOfUser(world.server.ownerUrl, ANN);
});
afterAll(async () => {
  await world.server.close();
  await keySupport.close();
  await market.close();
});

function send(call: Call, request: CallRequest, as: string | null, headers: Record<string, string> = {}) {
  const body = call.method === 'GET' || request.body === undefined ? {} : { body: request.body };
  return world.server.send(call.method, urlOf(call, request), { as, headers, ...body });
}

const codeOf = ({ status, body }: Answer): string => `${status} ${body.code}`;

describe('every call', () => {
  it('is mounted and has a row in this table', () => {
    expect(Object.keys(rows).toSorted()).toEqual(all.map((call) => call.name).toSorted());
    for (const call of all) {
      expect(world.server.app.hasRoute({ method: call.method, url: call.path }), call.name).toBe(true);
    }
  });

  it.each(guarded)('$name lets in neither strangers nor bad tokens nor disabled users', async ({ call, row }) => {
    const request = await row.right(world);
    expect(codeOf(await send(call, request, null))).toBe('401 TOKEN_MISSING');
    const bad = await send(call, request, null, { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' });
    expect(codeOf(bad)).toBe('401 TOKEN_INVALID');
    expect(bad.headers['content-type']).toContain('application/problem+json');
    expect(codeOf(await send(call, request, DAN))).toBe('401 USER_DISABLED');
  });

  const bads = table.flatMap(({ call, row }) =>
    (row.bad ?? []).map(([path, request], index) => ({ name: call.name, call, row, path, request, index })),
  );
  it.each(bads)('$name refuses a bad $path ($index) with 400', async ({ call, row, path, request }) => {
    const right = await row.right(world);
    const query = { ...right.query, ...request.query };
    const body = { ...right.body, ...request.body };
    const sent = call.method === 'GET' ? { query } : { body };
    const answer = await send(call, { ...right, ...request, ...sent }, ANN);
    expect([answer.status, answer.body.code, answer.body.errors.map((entry: { path: string }) => entry.path)]).toEqual([
      400,
      path === 'end_time' ? 'TIME_INVALID' : 'REQUEST_INVALID',
      expect.arrayContaining([path]),
    ]);
    expect(answer.body.errors[0].detail.length).toBeGreaterThan(5);
  });

  it.each(guarded)('$name refuses every column of the database that is no field of it', async ({ call, row }) => {
    const right = await row.right(world);
    const fields = (call.method === 'GET' ? call.query : call.body)?.shape ?? {};
    const own = Object.keys(toWire(Object.fromEntries(Object.keys(fields).map((name) => [name, 0]))) as object);
    const names = ['is_admin', ...columns.filter((name) => !own.includes(name))];
    for (let start = 0; start < names.length; start += COLUMNS_AT_ONCE) {
      const sent = names.slice(start, start + COLUMNS_AT_ONCE);
      const extra = Object.fromEntries(sent.map((name) => [name, '1']));
      const request =
        call.method === 'GET' ? { query: { ...right.query, ...extra } } : { body: { ...right.body, ...extra } };
      const answer = await send(call, { ...right, ...request }, ANN);
      const told = answer.body.errors.map(({ path }: { path: string }) => path);
      expect([answer.status, told.toSorted()]).toEqual([400, sent.toSorted()]);
    }
  });

  it.each(table.filter(({ call }) => !ENDING.has(call.name)))(
    '$name answers its owner with exactly the documented keys, and others as if nothing of it existed',
    async ({ call, row }) => {
      const request = await row.right(world);
      await othersSeeNothing({ call, row, filter, idsOfOwner: idsOfAnn, send: (as) => send(call, request, as) });
      const answer = await send(call, request, ANN);
      expect([answer.status, answer.body.code]).toEqual([call.status, undefined]);
      const documented = documentedKeys(call, answer.body);
      const optional = call.name === 'getCandles'; // Volume is optional; here it is present.
      expect(optional || JSON.stringify(documented)).not.toContain('"missing"');
      expect(answeredKeys(call, answer.body)).toEqual(documented);
    },
  );

  it.each(commands)('$name has one effect and the same answer when repeated with its key', async ({ call, row }) => {
    const request = await row.right(world);
    const key = { 'idempotency-key': `key of ${call.name}` };
    const first = await send(call, request, ANN, key);
    expect(first.status).toBe(call.status);
    const again = await Promise.all(Array.from({ length: 5 }, () => send(call, request, ANN, key)));
    for (const answer of again) expect([answer.status, answer.body]).toEqual([first.status, first.body]);
  });
});

describe('without their conditions on the owner', () => {
  it('statements of requests have been run, more than one for each call about a row of a user', () => {
    expect(filter.removed).toBeGreaterThan(table.filter(({ row }) => row.foreign !== null).length);
  });

  it('statements find rows of others as soon as no policy of the database holds either', async () => {
    const owner = openDatabase({ url: world.server.ownerUrl, poolMax: 1, applicationName: 'test owner' });
    const botSeenByEve = () => asUser(filter.over(owner), EVE, (tx) => findBot(tx, EVE, world.botId));
    expect(await botSeenByEve()).toBeUndefined();
    filter.isRemoved = true;
    expect((await botSeenByEve())?.botId).toBe(world.botId);
    filter.isRemoved = false;
    await owner.close();
  });
});

describe('calls that end something', () => {
  it('the demo cannot be loaded twice, can be removed, and is then not found', async () => {
    const load = await world.server.send('POST', '/api/load-demo', { as: ANN, body: {} });
    expect([load.status, load.body.code]).toEqual([409, 'DEMO_PRESENT']);
    const bobs = await world.server.send('POST', '/api/remove-demo', { as: BOB, body: {} });
    expect([bobs.status, bobs.body.code]).toEqual([404, 'DEMO_NOT_FOUND']);
    const removed = await world.server.send('POST', '/api/remove-demo', { as: ANN, body: {} });
    expect([removed.status, removed.body.state]).toEqual([200, 'absent']);
    const again = await world.server.send('POST', '/api/remove-demo', { as: ANN, body: {} });
    expect([again.status, again.body.code]).toEqual([404, 'DEMO_NOT_FOUND']);
  });

  it('signing out ends the session of the token', async () => {
    const out = await world.server.send('POST', '/api/sign-out', { as: ANN, body: {} });
    expect([out.status, out.body]).toEqual([200, { is_signed_out: true }]);
    const after = await world.server.send('GET', '/api/status', { as: ANN });
    expect([after.status, after.body.code]).toEqual([401, 'TOKEN_REVOKED']);
  });
});
