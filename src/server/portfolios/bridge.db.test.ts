import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cashFrom, cashText } from '#base/decimal.ts';
import { type Cash, subtract, sum } from '#base/exact.ts';
import { ANN, expectStatus, newPortfolio } from '../../../tests/support/api-world.ts';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';

const DAY_MS = 86_400_000;
const LOADED_WITHIN_MS = 120_000;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ speed: 1 });
});
afterAll(() => server.close());

const get = async (url: string) => expectStatus(await server.send('GET', url, { as: ANN }), 200);
const portfolios = async (): Promise<Record<string, string>[]> => (await get('/api/get-portfolio-list')).items;

const PARTS = ['wallet_start', 'transfers', 'result_all', 'unrealized', 'open_realized', 'open_costs'] as const;

function expectBridged(portfolio: Record<string, string>): void {
  const parts = sum(PARTS.map((part) => cashFrom(portfolio[part] ?? '')));
  expect(`${portfolio['name']}: ${cashText(parts)}`).toBe(`${portfolio['name']}: ${portfolio['equity']}`);
}

interface CycleRow {
  readonly state: string;
  readonly end_date: string | null;
  readonly result: string;
  readonly gross: string;
}

const RESULTS = ['wallet', 'result_all', 'open_cycles', 'open_realized', 'open_costs'];
const STILL_FOR_MS = 500;

/** The portfolio with its cycles, once the engine has stored what it had booked, and before it goes on. */
async function still(portfolioId: string): Promise<{ card: Record<string, string>; cycles: CycleRow[] }> {
  const url = `/api/get-portfolio-by-id?portfolio_id=${portfolioId}`;
  for (;;) {
    const before = await get(url);
    await sleep(STILL_FOR_MS);
    const { items } = await get(`/api/dca-bot/get-cycles?portfolio_id=${portfolioId}&limit=5000`);
    const card = await get(url);
    if (RESULTS.every((name) => before[name] === card[name])) return { card, cycles: items };
  }
}

describe('the bridge from the start to the equity', () => {
  it(
    'adds up to the last digit in every answer while the demo loads and right after it',
    async () => {
      expectStatus(await server.send('POST', '/api/load-demo', { as: ANN, body: {} }), 202);
      let answers = 0;
      for (const until = Date.now() + LOADED_WITHIN_MS; Date.now() < until; await sleep(50)) {
        for (const portfolio of await portfolios()) {
          expectBridged(portfolio);
          answers += 1;
        }
        if ((await get('/api/demo')).state === 'loaded') break;
      }
      const loaded = await portfolios();
      expect(loaded.length).toBeGreaterThan(0);
      for (const portfolio of loaded) expectBridged(portfolio);
      expect(answers).toBeGreaterThan(0);
    },
    LOADED_WITHIN_MS,
  );

  it('has the results of ended cycles in closed and those of open cycles, with their costs, in open', async () => {
    for (const { portfolio_id: portfolioId = '' } of await portfolios()) {
      const { card, cycles } = await still(portfolioId);
      const ended = cycles.filter((cycle) => cycle.end_date !== null);
      const open = cycles.filter((cycle) => cycle.end_date === null);
      const total = (rows: readonly CycleRow[], pick: (row: CycleRow) => Cash) => cashText(sum(rows.map(pick)));
      expect(ended.length).toBeGreaterThan(10);
      expect(card).toMatchObject({
        transfers: '0.00000000',
        result_all: total(ended, ({ result }) => cashFrom(result)),
        open_realized: total(open, ({ gross }) => cashFrom(gross)),
        open_costs: total(open, ({ result, gross }) => subtract(cashFrom(result), cashFrom(gross))),
      });
      const midnight = Math.floor(Date.parse((await get('/api/status')).market_time) / DAY_MS) * DAY_MS;
      const since = (days: number) =>
        total(
          ended.filter(({ end_date: end }) => Date.parse(end ?? '') >= midnight - (days - 1) * DAY_MS),
          ({ result }) => cashFrom(result),
        );
      expect([card['result_today'], card['result_7d'], card['result_30d']]).toEqual([since(1), since(7), since(30)]);
    }
  });

  it('has what was paid in and out in transfers, not in a result', async () => {
    const { portfolio_id: portfolioId } = await newPortfolio(server);
    const body = { portfolio_id: portfolioId, balance: '2500.5' };
    const card = expectStatus(await server.send('POST', '/api/set-paper-wallet', { as: ANN, body }), 200);
    expect(card).toMatchObject({
      equity: '2500.50000000',
      wallet_start: '10000.00000000',
      transfers: '-7499.50000000',
      result_all: '0.00000000',
      drawdown_now_percent: '0',
    });
    expectBridged(card);
  });
});
