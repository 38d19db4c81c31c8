import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { REQUESTS_AT_ONCE_MAX } from '#contract/limits.ts';
import { ANN, BOB, expectStatus, LADDER, newBot, newName, newPortfolio } from '../../tests/support/api-world.ts';
import { type Answer, startTestServer, type TestServer } from '../../tests/support/server.ts';
import { until } from '../../tests/support/until.ts';

/** Bots of rules that never open a cycle by themselves. */
const RULES = {
  ...{ timeframe: '5m', leverage: 10, margin_type: 'isolated', sizing: { type: 'fixed_notional', value: '200' } },
  buy: { enter: { op: 'lt', a: { price: 'close' }, b: { const: '1' } }, take_profit_percent: '1' },
  sell: null,
};

let server: TestServer;
let owner: pg.Client;
let portfolioId: string;

beforeAll(async () => {
  server = await startTestServer();
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  portfolioId = (await newPortfolio(server)).portfolio_id;
});
afterAll(async () => {
  await owner.end();
  await server.close();
});

const askForAssets = (as: string): Promise<Answer> => server.send('GET', '/api/get-assets', { as });

function createBot(): Promise<Answer> {
  const body = { name: newName(), portfolio_id: portfolioId, symbols: ['ETHUSDT'], params: LADDER };
  return server.send('POST', '/api/dca-bot/create', { as: ANN, body });
}

/** Holds up every request that reads the notes on assets until the work is done. */
async function whileAssetsAreSlow(work: () => Promise<void>): Promise<void> {
  await owner.query('begin; lock table asset_notes in access exclusive mode');
  try {
    await work();
  } finally {
    await owner.query('rollback');
  }
}

const ofEach = (users: readonly string[]) =>
  users.flatMap((user) => Array.from({ length: REQUESTS_AT_ONCE_MAX }, () => askForAssets(user)));

/** Whoever was not answered was told to come again. */
async function answered(all: readonly Promise<Answer>[]): Promise<void> {
  const statuses = (await Promise.all(all)).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
}

it('a user who asks for a hundred slow answers at once leaves the others theirs', async () => {
  let all: Promise<Answer>[] = [];
  await whileAssetsAreSlow(async () => {
    all = ofEach([BOB]);
    await until(async () => ((await owner.query('select from pg_locks where not granted')).rowCount ?? 0) > 0);
    expect((await server.send('GET', '/api/dca-bot/get-bots', { as: ANN })).status).toBe(200);
    expect((await createBot()).status).toBe(200);
  });
  await answered(all);
});

it('beyond capacity the users who ask most are refused with 503 and Retry-After, others wait, and a stop does not', async () => {
  const { strategy_executor_id } = expectStatus(await createBot(), 200);
  let all: Promise<Answer>[] = [];
  let light: Promise<Answer> | null = null;
  await whileAssetsAreSlow(async () => {
    all = ofEach(['heavy 1', 'heavy 2', 'heavy 3', 'heavy 4']);
    const refused = await Promise.any(all);
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([503, 'OVERLOADED', '2']);
    light = server.send('GET', '/api/dca-bot/get-bots', { as: BOB });
    const stopped = await server.send('POST', '/api/dca-bot/stop', { as: ANN, body: { strategy_executor_id } });
    expect([stopped.status, stopped.body.changed]).toEqual([202, true]);
  });
  expect(await light).toMatchObject({ status: 200 });
  await answered(all);
});

it.each([
  ['dca-bot', LADDER],
  ['custom-bot', RULES],
])(
  'finish, stop, close and entries off of a %s are carried out while new risk of the same user is refused',
  async (kind, params) => {
    const post = (path: string, body: object) => server.send('POST', path, { as: ANN, body });
    const { portfolio_id: emptyId } = await newPortfolio(server, kind);
    const running = () => newBot({ server, emptyId, kind, params }, { autostart: true });
    const [finished, stopped, held, entering] = [await running(), await running(), await running(), await running()];
    const deal = (size: object) =>
      post(`/api/bots/${held.bot_id}/manual-deals`, { symbol: 'ETHUSDT', direction: 'buy', ...size });
    const act = (name: string, { strategy_executor_id }: { strategy_executor_id: string }, more = {}) =>
      post(`/api/${kind}/${name}`, { strategy_executor_id, ...more });
    const entries = (isOn: boolean) =>
      act('set-is-enter-enabled', entering, { is_enter_buy_enabled: isOn, is_enter_sell_enabled: isOn });
    expectStatus(await deal({ kind: 'open', notional: '300' }), 200);
    await server.step(1);
    let all: Promise<Answer>[] = [];
    await whileAssetsAreSlow(async () => {
      all = ofEach([ANN, ANN]); // More than have room, because the next call may take the place of one.
      await until(async () => (await server.send('GET', '/api/get-market', { as: ANN })).status === 429);
      const refused = [entries(true), act('restart', stopped), deal({ kind: 'open', notional: '300' })];
      const done = [act('finish', finished), act('stop', stopped), entries(false), deal({ kind: 'close' })];
      const codes = (await Promise.all(refused)).map(({ body }) => body.code);
      expect(codes).toEqual(codes.map(() => 'TOO_MANY_AT_ONCE'));
      const answers = await Promise.all(done);
      expect(answers.map(({ status }) => status)).toEqual([202, 202, 200, 200]);
      const [finish, stop, off, close] = answers.map(({ body }) => body);
      expect([finish.changed, stop.changed, off.is_enter_buy_enabled, close.kind]).toEqual([
        true,
        true,
        false,
        'close',
      ]);
    }).finally(() => Promise.all(all));
  },
);

it('a request whose statement runs too long is answered with 503 and Retry-After, and its connection serves the next', async () => {
  await whileAssetsAreSlow(async () => {
    const late = await askForAssets(BOB);
    expect([late.status, late.body.code, late.headers['retry-after']]).toEqual([503, 'OVERLOADED', '2']);
  });
  expect((await askForAssets(BOB)).status).toBe(200);
});

it('a command whose statement runs too long changes nothing, and its repeat under the same key is carried out', async () => {
  const body = { name: newName() };
  const create = () =>
    server.send('POST', '/api/dca-bot/create-portfolio', { as: BOB, body, headers: { 'idempotency-key': 'late' } });
  await owner.query('begin; lock table portfolios in access exclusive mode');
  const late = await create();
  await owner.query('rollback');
  expect([late.status, late.body.code]).toEqual([503, 'OVERLOADED']);
  expect((await create()).status).toBe(200);
});
