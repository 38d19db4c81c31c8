import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { DAY_MS, instantOf, MINUTE_MS } from '#base/time.ts';
import { ANN, BOB, expectStatus, LADDER, newName, newPortfolio } from '../../../../tests/support/api-world.ts';
import { startTestServer, type TestServer } from '../../../../tests/support/server.ts';

/** A busy machine may read in between for another reason. */
const FOUND_WITHIN = { timeout: 60_000 };

let server: TestServer;
let portfolioId: string;

beforeAll(async () => {
  server = await startTestServer();
  portfolioId = (await newPortfolio(server)).portfolio_id;
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

const OF_A_DAY = [
  '/api/status',
  '/api/dca-bot/get-portfolios',
  '/api/dca-bot/get-bots',
  '/api/get-portfolio-by-id?portfolio_id=',
  '/api/get-portfolio-pnl?portfolio_id=',
];

describe.each(OF_A_DAY)('%s', (path) => {
  const url = () => (path.endsWith('=') ? `${path}${portfolioId}` : path);

  it(`the stored rows of ${path} are not read again because a minute has passed`, async () => {
    // The engine stores where a quiet account stands every half minute, which counts as a change: then it is tried again.
    await expect.poll(() => readingsAfter(url(), MINUTE_MS)).toBe(0);
  });

  it(`the stored rows of ${path} are read again on the next day of the market`, async () => {
    expect(await readingsAfter(url(), DAY_MS)).toBe(1);
  });
});

const CARD = '/api/get-portfolio-by-id?portfolio_id=';
const CURVE = '/api/get-portfolio-pnl?portfolio_id=';

it('the card and the curve of a portfolio that are kept show the wallet that has just been set, and exist for nobody else', async () => {
  const { portfolio_id: id } = await newPortfolio(server);
  const paidIn = async () => {
    const card = expectStatus(await server.send('GET', CARD + id, { as: ANN }), 200);
    const curve = expectStatus(await server.send('GET', CURVE + id, { as: ANN }), 200);
    return [card.wallet, curve.paid_in, curve.points.at(-1).equity].map(Number);
  };
  await paidIn();
  const body = { portfolio_id: id, balance: '4321' };
  expectStatus(await server.send('POST', '/api/set-paper-wallet', { as: ANN, body }), 200);
  expect(await paidIn()).toEqual([4_321, 4_321, 4_321]);
  for (const url of [CARD, CURVE]) expectStatus(await server.send('GET', url + id, { as: BOB }), 404);
});

it('a reading of a curve serves every part of it that a page asks for', async () => {
  const { minute } = server.runtime.market();
  const url = `${CURVE}${portfolioId}&points_from=${new Date(minute).toISOString()}`;
  await vi.waitFor(async () => {
    await server.send('GET', CURVE + portfolioId, { as: ANN });
    const run = vi.spyOn(server.database, 'run');
    expectStatus(await server.send('GET', url, { as: ANN }), 200);
    const readings = run.mock.calls.length;
    vi.restoreAllMocks();
    expect(readings).toBe(0);
  }, FOUND_WITHIN);
});
