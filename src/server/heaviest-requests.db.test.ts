import { request } from 'node:http';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { TOGETHER_MAX } from '#contract/call.ts';
import { STRATEGIES_MAX } from '#contract/limits.ts';
import { ruleStrategy } from '#engine/bots/registry.ts';
import { BOTS_OF_USER_MAX } from '#engine/model/bot.ts';
import { type StartedTrials, startTrials } from '#main/trials/start-trials.ts';
import { recordedHistory } from '#market/recording/recorded-history.ts';
import { LADDER, startWorld, type World } from '../../tests/support/api-world.ts';
import { HEAVY, type HeavyUser, storeHeavyUser } from '../../tests/support/heavy-user.ts';
import { longRules } from '../../tests/support/long-rules.ts';
import { type PlayedMarket, playedMarket } from '../../tests/support/played-market.ts';
import { longestStretchMs } from '../../tests/support/thread-time.ts';

const STRETCH_MAX_MS = 100;
/** A collection of garbage or a first compilation may fall into a request, but not into each of three. */
const ATTEMPTS = 3;

let market: PlayedMarket;
let trials: StartedTrials;
let world: World;
let origin: string;
let heavy: HeavyUser;
let bots: readonly Record<string, string>[];

beforeAll(async () => {
  market = await playedMarket(['ETHUSDT']);
  market.source.pauseMs = 3_600_000;
  trials = startTrials({
    readPast: async ({ symbol }) => {
      const { symbols } = await recordedHistory([symbol]);
      return { ...at([...symbols.values()], 0), unsettled: [] };
    },
    marketNow: () => world.server.runtime.market().now,
    warn: (line) => {
      throw new Error(line);
    },
  });
  world = await startWorld({
    ...{ market, trials, hasLab: true },
    prepare: async (ownerUrl) => {
      heavy = await storeHeavyUser(ownerUrl);
    },
  });
  origin = await world.server.app.listen({ port: 0, host: '127.0.0.1' });
  bots = (await world.server.send('GET', '/api/dca-bot/get-bots', { as: HEAVY })).body.items;
});
afterAll(async () => {
  await world.server.close();
  await trials.stop();
  await market.close();
});

interface Heavy {
  readonly path: string;
  readonly body?: object;
  /** The last attempts of a command that changes something are refused. */
  readonly status?: number;
}

/** Over a socket: an answer that is put together for the test in this thread would count as the server's time. */
async function send({ path, body }: Heavy): Promise<number> {
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const headers = { authorization: `Bearer ${await world.server.tokenOf(HEAVY)}`, ...type };
  const options = { method: body === undefined ? 'GET' : 'POST', headers };
  return new Promise((resolve, reject) => {
    const sent = request(origin + path, options, (answer) => {
      answer.resume().once('error', reject);
      answer.once('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.once('error', reject).end(body === undefined ? '' : JSON.stringify(body));
  });
}

/** @param heavyOf - of each attempt another request, so that no answer is one that is stored */
async function expectShort(heavyOf: (attempt: number) => Heavy): Promise<void> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS && least >= STRETCH_MAX_MS; attempt += 1) {
    const asked = heavyOf(attempt);
    let status = 0;
    const stretch = await longestStretchMs(async () => {
      status = await send(asked);
    });
    expect([asked.path, status]).toEqual([asked.path, asked.status ?? 200]);
    least = Math.min(least, stretch);
  }
  expect(least).toBeLessThan(STRETCH_MAX_MS);
}

const bot = (): Record<string, string> => at(bots, 0);
const cycles = (limit: number) => `/api/dca-bot/get-cycles?portfolio_id=${heavy.portfolioId}&limit=${limit}`;
const averages = longRules((number) => ({ ind: 'sma', n: 400 + number }));
const axes = ['take_profit_percent', 'step_percent', 'base_order_size', 'volume_scale', 'step_scale'].map((path) => ({
  path,
  values: Array.from({ length: 1_000 }, (_, value) => String(1 + value / 1_000)),
}));
const grid = {
  ...{ kind: 'dca-bot', params: LADDER, axes, date_from: '2020-01-01', date_to: '2025-05-25' },
  symbols: Array.from({ length: 300 }, (_, number) => `S${number}USDT`),
};
const exits = (takeProfit: string) => ({
  changes: bots.map(({ strategy_executor_id, stop_loss_percent, take_profit_percent }) => ({
    strategy_executor_id,
    from: { stop_loss_percent, take_profit_percent },
    to: { stop_loss_percent, take_profit_percent: takeProfit },
  })),
});

describe(`a user of ${BOTS_OF_USER_MAX} bots with thousands of cycles keeps the thread that serves everybody for at most 100 ms of its processor time at a stretch`, () => {
  it('the user has as many bots as the demo can be copied into, and more than five thousand cycles', () => {
    expect(bots.length).toBeGreaterThan(BOTS_OF_USER_MAX - 10);
    expect(heavy.cycles).toBeGreaterThan(5_000);
  });

  it.each<[string, (attempt: number) => Heavy]>([
    ['all bots', () => ({ path: '/api/dca-bot/get-bots' })],
    ['what all bots wait for', () => ({ path: '/api/dca-bot/get-signals' })],
    ['5,000 cycles', (attempt) => ({ path: cycles(5_000 - attempt) })],
    [
      'twelve lists of 5,000 cycles in one answer, three of them different',
      (attempt) => {
        // Equal lists are read once, which saves most of the work; the answer is as long as that of twelve different ones.
        const lists = Array.from({ length: TOGETHER_MAX }, (_, list) => cycles(4_990 - attempt * 3 - (list % 3)));
        return { path: `/api/together?${new URLSearchParams(lists.map((list) => ['address', list]))}` };
      },
    ],
    ['5,000 net cycles', () => ({ path: `/api/dca-bot/get-net-cycles?bot_id=${bot()['bot_id']}&limit=5000` })],
    ['1,000 lines of the log', () => ({ path: `/api/dca-bot/get-logs?portfolio_id=${heavy.portfolioId}&limit=1000` })],
    ['1,000 orders', () => ({ path: '/api/get-executed-orders?limit=1000' })],
    ['orders of a quarter', () => ({ path: '/api/get-order-stat?date_from=2025-02-25&date_to=2025-05-25' })],
    ['all portfolios', () => ({ path: '/api/get-portfolio-list' })],
    ['the curve of a portfolio', () => ({ path: `/api/get-portfolio-pnl?portfolio_id=${heavy.portfolioId}` })],
    ['returns', () => ({ path: '/api/get-portfolio-returns' })],
    ['the parts of a result', () => ({ path: `/api/get-portfolio-breakdown?portfolio_id=${heavy.portfolioId}` })],
    ['a stress test', () => ({ path: '/api/get-stress-test?market_percent=90' })],
    [
      'another ladder for 500 cycles of 90 days',
      () => ({
        path: '/api/try-scale',
        body: { portfolio_id: heavy.portfolioId, scale: { volume_scale: '1.2', safety_orders_count: 100 } },
      }),
    ],
    ['a grid of 300 symbols and 5,000 values', () => ({ path: '/api/estimate-test', body: grid, status: 422 })],
    ['status', () => ({ path: '/api/status' })],
  ])('%s', (_, heavyOf) => expectShort(heavyOf));

  it('exits of all bots in one request', async () => {
    await expectShort((attempt) => {
      const body = exits(String(50 + attempt));
      return { path: '/api/dca-bot/set-conditions', body, status: attempt === 0 ? 200 : 422 };
    });
  });

  it('a move of all bots, which hold positions', async () => {
    const sent = { as: HEAVY, body: { name: 'Other' } };
    const { body } = await world.server.send('POST', '/api/dca-bot/create-portfolio', sent);
    const ids = { from_portfolio_id: heavy.portfolioId, to_portfolio_id: body.portfolio_id };
    const moves = bots.map(({ bot_id }) => ({ bot_id, ...ids }));
    await expectShort(() => ({ path: '/api/dca-bot/move-bots', body: { moves }, status: 422 }));
  });

  it('as many of the longest strategies as a user may have', async () => {
    const { kind } = ruleStrategy;
    const body = { name: 'Long', symbol: 'ETHUSDT', params: averages };
    const saved = await world.server.send('POST', `/api/${kind}/save-strategy`, { as: HEAVY, body });
    const client = new pg.Client(world.server.ownerUrl);
    await client.connect();
    for (const table of ['strategies', 'strategy_versions']) {
      await client.query(
        `insert into ${table} select made.* from ${table} t cross join generate_series(2, ${STRATEGIES_MAX}) n
         cross join lateral jsonb_populate_record(t, jsonb_build_object('strategy_id', t.strategy_id || n)
           || case when '${table}' = 'strategies' then jsonb_build_object('name', 'Long ' || n) else '{}' end) made
         where t.strategy_id = $1`,
        [saved.body.strategy_id],
      );
    }
    await client.end();
    await expectShort(() => ({ path: `/api/${kind}/get-strategies` }));
  });

  it('the removal of a demo of all bots, its loading, and the end of the session', async () => {
    const stretches: number[] = [];
    for (const path of ['/api/remove-demo', '/api/load-demo', '/api/sign-out']) {
      stretches.push(await longestStretchMs(() => send({ path, body: {} })));
    }
    expect(Math.max(...stretches)).toBeLessThan(STRETCH_MAX_MS);
  });
});
