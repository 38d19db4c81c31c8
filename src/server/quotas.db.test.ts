import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import {
  IDEMPOTENCY_KEYS_MAX,
  PORTFOLIOS_MAX,
  REQUESTS_AT_ONCE_MAX,
  STRATEGIES_MAX,
  STRATEGY_VERSIONS_MAX,
} from '#contract/limits.ts';
import { newEngineBot } from '#engine/bots/new-bot.ts';
import { paperLadder } from '#engine/bots/registry.ts';
import { ATOMS_OF_USER_MAX, BOTS_OF_USER_MAX } from '#engine/model/bot.ts';
import { ladderParams } from '#engine/model/ladder-params.ts';
import { ANN, BOB, expectStatus, LADDER, newName } from '../../tests/support/api-world.ts';
import { type Answer, startTestServer, type TestServer } from '../../tests/support/server.ts';
import { until } from '../../tests/support/until.ts';

const EVE = 'eve';
const ALL_SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XRPUSDT', 'BNBUSDT', 'LINKUSDT'];
const BOTH = { baseOrderSize: '150', safetyOrdersCount: 2, stepPercent: '1', takeProfitPercent: '1' } as const;

let server: TestServer;
let owner: pg.Client;

beforeAll(async () => {
  server = await startTestServer();
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await server.close();
});

const post = (path: string, as: string, body: unknown = {}, headers = {}) =>
  server.send('POST', path, { as, body, headers });

async function newPortfolio(as: string): Promise<string> {
  return expectStatus(await post('/api/dca-bot/create-portfolio', as, { name: newName() }), 200).portfolio_id;
}

/** Gives a user so many bots that wait, each long and short on all the symbols. */
async function fill(ownerId: string, count: number, symbols: readonly string[]): Promise<void> {
  const portfolioId = await newPortfolio(ownerId);
  const params = ladderParams.parse({ ...BOTH, direction: symbols.length > 1 ? 'both' : 'buy' });
  const outcomes = await Promise.all(
    Array.from({ length: count }, (_, index) => {
      const botId = `${portfolioId}-${index}`;
      const bot = newEngineBot({ botId, kind: paperLadder.kind, symbols, params, paramsVersion: 1 });
      const row = { name: newName(), comment: '', strategyId: null, strategyVersion: null };
      return server.runtime.command({ ownerId, portfolioId, command: { type: 'create', bot, autostart: false }, row });
    }),
  );
  expect(outcomes.filter(({ ok }) => !ok)).toEqual([]);
}

function create(as: string, portfolioId: string, change: Record<string, unknown> = {}): Promise<Answer> {
  const usual = { name: newName(), portfolio_id: portfolioId, symbols: ['ETHUSDT'], params: LADDER, autostart: false };
  return post('/api/dca-bot/create', as, { ...usual, ...change });
}

const codes = (answers: readonly Answer[]) =>
  answers.map(({ status, body }) => (status === 200 ? 200 : body.code)).sort();

it('of two bots created at the same time for the last place of a user one is refused, and other users are not', async () => {
  await fill(ANN, BOTS_OF_USER_MAX - 1, ['ETHUSDT']);
  const [here, there] = [await newPortfolio(ANN), await newPortfolio(ANN)];
  const answers = await Promise.all([create(ANN, here), create(ANN, there)]);
  expect(codes(answers)).toEqual([200, 'BOTS_FULL']);
  const refused = at(
    answers.filter(({ status }) => status !== 200),
    0,
  );
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    'You can have at most 500 bots. Delete one you no longer need.',
  ]);
  expect(refused.body.errors[0].figures).toEqual([
    { name: 'bots', value: '501' },
    { name: 'bots_max', value: '500' },
  ]);
  expect((await create(BOB, await newPortfolio(BOB))).status).toBe(200);
  const made = at(
    answers.filter(({ status }) => status === 200),
    0,
  ).body.bot_id;
  expectStatus(await post(`/api/dca-bot/delete/${made}`, ANN), 200);
  expect((await create(ANN, here)).status).toBe(200);
});

it('of two portfolios created at the same time for the last place of a user one is refused', async () => {
  await owner.query(
    `insert into portfolios (portfolio_id, owner_id, name, kind, comment, is_demo, wallet_start, wallet, created_at)
     select 'dan ' || n, 'dan', 'portfolio ' || n, 'dca-bot', '', false, 10000, 10000, now()
       from generate_series(2, ${PORTFOLIOS_MAX}) as n`,
  );
  const make = () => post('/api/dca-bot/create-portfolio', 'dan', { name: newName() });
  const answers = await Promise.all([make(), make()]);
  expect(codes(answers)).toEqual([200, 'PORTFOLIOS_FULL']);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

const saveStrategy = (as: string, change: Record<string, unknown> = {}) =>
  post('/api/dca-bot/save-strategy', as, { name: newName(), symbol: 'ETHUSDT', params: LADDER, ...change });

it('of two strategies saved at the same time for the last place of a user one is refused, and other users are not', async () => {
  await owner.query(
    `insert into strategies (strategy_id, owner_id, kind, name, comment, symbol, version, created_at, updated_at)
     select 'full ' || n, 'full', 'dca-bot', 'strategy ' || n, '', 'ETHUSDT', 1, now(), now()
       from generate_series(2, ${STRATEGIES_MAX}) as n`,
  );
  const answers = await Promise.all([saveStrategy('full'), saveStrategy('full')]);
  expect(codes(answers)).toEqual([200, 'STRATEGIES_FULL']);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await saveStrategy('full', { strategy_id: 'full 2' })).body.version).toBe(2);
  expect((await saveStrategy(BOB)).status).toBe(200);
});

it('of two versions saved at the same time for the last place of a user one is refused, until a strategy is deleted', async () => {
  const [one, other] = [expectStatus(await saveStrategy('eager'), 200), expectStatus(await saveStrategy('eager'), 200)];
  await owner.query(
    `insert into strategy_versions (strategy_id, owner_id, version, params, created_at)
     select $1, 'eager', n, '{}', now() from generate_series(2, ${STRATEGY_VERSIONS_MAX - 2}) as n`,
    [one.strategy_id],
  );
  const next = () => saveStrategy('eager', { strategy_id: other.strategy_id, name: 'next' });
  const answers = await Promise.all([next(), saveStrategy('eager')]);
  expect(codes(answers)).toEqual([200, 'STRATEGY_VERSIONS_FULL']);
  const refused = answers.find(({ status }) => status !== 200);
  expect([refused?.status, refused?.body.detail]).toEqual([
    409,
    'All your strategies together can have at most 5,000 versions. Delete a strategy you no longer need.',
  ]);
  expectStatus(await post(`/api/dca-bot/delete-strategy/${one.strategy_id}`, 'eager'), 200);
  expect((await next()).status).toBe(200);
});

it('a demo that finds no place for its bots is refused whole', async () => {
  const refused = await post('/api/load-demo', ANN);
  expect([refused.status, refused.body.code]).toEqual([409, 'BOTS_FULL']);
  expect((await server.send('GET', '/api/demo', { as: ANN })).body.state).toBe('absent');
});

it('of two bots created at the same time for the last atoms of a user one is refused', async () => {
  const atomsOfEach = 2 * ALL_SYMBOLS.length;
  await fill(EVE, Math.floor(ATOMS_OF_USER_MAX / atomsOfEach), ALL_SYMBOLS);
  const portfolioId = await newPortfolio(EVE);
  const left = ATOMS_OF_USER_MAX % atomsOfEach;
  const both = {
    symbols: ALL_SYMBOLS.slice(0, left / 2),
    params: { ...LADDER, base_order_size: '150', direction: 'both' },
  };
  const answers = await Promise.all([create(EVE, portfolioId, both), create(EVE, portfolioId, both)]);
  expect(codes(answers)).toEqual([200, 'ATOMS_FULL']);
  const refused = at(
    answers.filter(({ status }) => status !== 200),
    0,
  );
  expect(refused.status).toBe(409);
  expect(refused.body.errors[0].figures).toEqual([
    { name: 'atoms', value: String(ATOMS_OF_USER_MAX + left) },
    { name: 'atoms_max', value: String(ATOMS_OF_USER_MAX) },
  ]);
});

it('a user with as many requests under way as one may have is refused another, but none that takes risk away', async () => {
  await owner.query('begin; lock table portfolios in access exclusive mode');
  // One more than has room, because the first call below may take the place of one.
  const asked = Array.from({ length: REQUESTS_AT_ONCE_MAX + 1 }, (_, index) =>
    server.send('GET', `/api/get-portfolio-id-by-name?name=p${index}`, { as: ANN }),
  );
  let refused = await server.send('GET', '/api/get-market', { as: ANN });
  await until(async () => {
    refused = await server.send('GET', '/api/get-market', { as: ANN });
    return refused.status !== 200;
  }, 'a refusal');
  expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([429, 'TOO_MANY_AT_ONCE', '1']);
  expect((await server.send('GET', '/api/get-market', { as: BOB })).status).toBe(200);
  const finish = post('/api/dca-bot/finish', ANN, { strategy_executor_id: 'nobody' });
  await owner.query('rollback');
  expect((await finish).body.code).toBe('EXECUTOR_NOT_FOUND');
  await Promise.all(asked);
  expect((await server.send('GET', '/api/get-market', { as: ANN })).status).toBe(200);
});

it('beyond the keys kept of a user a new one is refused; repeats, commands without one and a stop are not', async () => {
  const portfolioId = await newPortfolio(BOB);
  const running = expectStatus(await create(BOB, portfolioId, { autostart: true }), 200);
  await owner.query(
    `insert into idempotency (owner_id, key, call, body_hash, status, reply, created_at)
     select 'bob', 'old ' || n, 'createBot', 'hash', 200, 'null', now()
       from generate_series(2, ${IDEMPOTENCY_KEYS_MAX}) as n`,
  );
  const body = { name: newName() };
  const first = await post('/api/dca-bot/create-portfolio', BOB, body, { 'idempotency-key': 'first' });
  expect(first.status).toBe(200);
  const refused = await post('/api/dca-bot/create-portfolio', BOB, { name: newName() }, { 'idempotency-key': 'new' });
  expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
    429,
    'IDEMPOTENCY_KEYS_FULL',
    '3600',
  ]);
  expect((await post('/api/dca-bot/create-portfolio', BOB, body, { 'idempotency-key': 'first' })).body).toEqual(
    first.body,
  );
  expect((await post('/api/dca-bot/create-portfolio', BOB, { name: newName() })).status).toBe(200);
  const run = { strategy_executor_id: running.strategy_executor_id };
  const stopped = await post('/api/dca-bot/stop', BOB, run, { 'idempotency-key': 'stop' });
  expect([stopped.status, stopped.body.changed]).toEqual([202, true]);
});
