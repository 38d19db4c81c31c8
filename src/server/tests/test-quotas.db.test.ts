import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TESTS_MAX, TESTS_QUEUED_MAX } from '#contract/limits.ts';
import { ANN, BOB, expectStatus } from '../../../tests/support/api-world.ts';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';

/** Thousands of points, so that it is still computed or waits when the test is over. */
const LONG = {
  kind: 'dca-bot',
  params: { base_order_size: '200', safety_orders_count: 2, step_percent: '0.5', take_profit_percent: '0.5' },
  symbols: ['ETHUSDT'],
  date_from: '2025-05-06',
  date_to: '2025-05-31',
  fill_path: 'nearest_first',
  axes: [
    { path: 'take_profit_percent', range: { from: '0.2', to: '2.19', step: '0.01' } },
    { path: 'step_percent', range: { from: '0.4', to: '1.3', step: '0.1' } },
  ],
};
const numbered = (number: number) => ({ ...LONG, wallet_usdt: String(1_000 + number) });

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ hasLab: true });
});
afterAll(() => server.close());

const post = (as: string, url: string, body: object) => server.send('POST', url, { as, body });
const create = (as: string, body: object) => post(as, '/api/create-test', body);
const obstacles = async (as: string, body: object) =>
  expectStatus(await post(as, '/api/estimate-test', body), 200).obstacles;

async function testsOf(as: string): Promise<readonly { readonly condition_id: string }[]> {
  return expectStatus(await server.send('GET', '/api/get-test-conditions?limit=1000', { as }), 200).items;
}

describe('the backtests of one user', () => {
  it(`that wait or run are at most ${TESTS_QUEUED_MAX}, however many are asked for at once, until one is cancelled`, async () => {
    const asked = Array.from({ length: TESTS_QUEUED_MAX + 3 }, (_, number) => create(ANN, numbered(number)));
    const answers = await Promise.all(asked);
    const refused = answers.filter(({ status }) => status !== 202);
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([409, 'TESTS_QUEUED_FULL']));
    const another = numbered(TESTS_QUEUED_MAX + 3);
    expect(await obstacles(ANN, another)).toEqual([{ code: 'TESTS_QUEUED_FULL', symbols: [] }]);
    const [first, ...rest] = await testsOf(ANN);
    expect(1 + rest.length).toBe(TESTS_QUEUED_MAX);
    expect((await post(ANN, `/api/repeat-test/${first?.condition_id}`, {})).body.code).toBe('TESTS_QUEUED_FULL');

    // Neither the same test again nor another user is refused.
    const [known] = answers.filter(({ status }) => status === 202);
    const same = { ...LONG, wallet_usdt: known?.body.wallet_usdt.split('.')[0] };
    expect(expectStatus(await create(ANN, same), 202).is_reused).toBe(true);
    expect(await obstacles(BOB, another)).toEqual([]);
    expectStatus(await create(BOB, another), 202);

    expectStatus(await post(ANN, `/api/cancel-test/${first?.condition_id}`, {}), 200);
    expect(await obstacles(ANN, another)).toEqual([]);
    expectStatus(await create(ANN, another), 202);
    for (const user of [ANN, BOB]) {
      for (const { condition_id: id } of await testsOf(user)) await post(user, `/api/cancel-test/${id}`, {});
    }
  });

  it(`are at most ${TESTS_MAX}, ended ones included, until one is deleted`, async () => {
    const [one] = await testsOf(BOB);
    const client = new pg.Client({ connectionString: server.ownerUrl });
    await client.connect();
    await client.query(
      `insert into test_conditions (condition_id, owner_id, name, kind, plan, plan_hash, state, points_total, runs_total,
                                    engine_version, created_at)
       select 'held-' || number, owner_id, name, kind, plan, 'held', 'DONE', points_total, runs_total, engine_version, created_at
         from test_conditions, generate_series(2, $2) number where condition_id = $1`,
      [one?.condition_id, TESTS_MAX],
    );
    await client.end();
    expect(await obstacles(BOB, LONG)).toEqual([{ code: 'TESTS_FULL', symbols: [] }]);
    const refused = await create(BOB, LONG);
    expect([refused.status, refused.body.code]).toEqual([409, 'TESTS_FULL']);
    expect((await post(BOB, `/api/repeat-test/${one?.condition_id}`, {})).body.code).toBe('TESTS_FULL');
    expect((await testsOf(BOB)).length).toBe(TESTS_MAX);
    expectStatus(await post(BOB, '/api/delete-test/held-2', {}), 200);
    expectStatus(await create(BOB, LONG), 202);
  });
});
