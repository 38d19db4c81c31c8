import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANN, expectStatus } from '../../../tests/support/api-world.ts';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';
import { until } from '../../../tests/support/until.ts';

/** The shortest test: a ladder on the first recorded days. */
const LADDER = { base_order_size: '200', safety_orders_count: 2, step_percent: '0.5', take_profit_percent: '0.5' };
const SETUP = {
  kind: 'dca-bot',
  params: LADDER,
  symbols: ['ETHUSDT', 'BTCUSDT'],
  date_from: '2025-05-06',
  date_to: '2025-05-09',
  axes: [
    { path: 'take_profit_percent', values: ['0.3', '0.5', '0.8'] },
    { path: 'step_percent', range: { from: '0.4', to: '0.8', step: '0.2' } },
  ],
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ hasLab: true });
});
afterAll(() => server.close());

async function get(url: string, as = ANN) {
  return expectStatus(await server.send('GET', url, { as }), 200);
}

async function post(url: string, body: object, status = 202) {
  return expectStatus(await server.send('POST', url, { as: ANN, body }), status);
}

/** The test once it has ended. */
async function ended(conditionId: string) {
  let test = await get(`/api/get-test?condition_id=${conditionId}`);
  await until(async () => {
    test = await get(`/api/get-test?condition_id=${conditionId}`);
    return ['DONE', 'FAILED', 'CANCELED'].includes(test.state);
  }, 'the end of a backtest');
  return test;
}

describe('a backtest', () => {
  it('is queued, computed, and read point by point', async () => {
    const created = await post('/api/create-test', SETUP);
    expect(created).toMatchObject({ points_total: 18, is_reused: false });
    const test = await ended(created.condition_id);
    expect(test.failure).toBeNull();
    expect(test).toMatchObject({ state: 'DONE', points_done: 18, progress_percent: 100 });
    const bots = await get(`/api/get-test-bots?condition_id=${created.condition_id}`);
    expect(bots.total).toBe(18);
    console.log(JSON.stringify(test, null, 1).slice(0, 4000), JSON.stringify(bots.items[0], null, 1));
  });
});
