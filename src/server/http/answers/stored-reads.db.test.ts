import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { DAY_MS, instantOf, MINUTE_MS } from '#base/time.ts';
import { ANN, expectStatus, LADDER, newName, newPortfolio } from '../../../../tests/support/api-world.ts';
import { startTestServer, type TestServer } from '../../../../tests/support/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  const { portfolio_id: portfolioId } = await newPortfolio(server);
  const bot = { name: newName(), portfolio_id: portfolioId, symbols: ['ETHUSDT'], params: LADDER, autostart: false };
  expectStatus(await server.send('POST', '/api/dca-bot/create', { as: ANN, body: bot }), 200);
});
afterAll(() => server.close());
afterEach(() => vi.restoreAllMocks());

/** How many transactions it takes to answer once more when the market has moved on. */
async function readingsAfter(url: string, ms: number): Promise<number> {
  vi.restoreAllMocks();
  await server.send('GET', url, { as: ANN });
  const { minute, ...market } = server.runtime.market();
  vi.spyOn(server.runtime, 'market').mockReturnValue({ ...market, minute: instantOf(minute + ms) });
  const run = vi.spyOn(server.database, 'run');
  expectStatus(await server.send('GET', url, { as: ANN }), 200);
  return run.mock.calls.length;
}

describe.each(['/api/status', '/api/dca-bot/get-portfolios', '/api/dca-bot/get-bots'])('%s', (url) => {
  it(`the stored rows of ${url} are not read again because a minute has passed`, async () => {
    // The engine stores where a quiet account stands every half minute, which counts as a change: then it is tried again.
    await vi.waitFor(async () => expect(await readingsAfter(url, MINUTE_MS)).toBe(0));
  });

  it(`the stored rows of ${url} are read again on the next day of the market`, async () => {
    expect(await readingsAfter(url, DAY_MS)).toBe(1);
  });
});
