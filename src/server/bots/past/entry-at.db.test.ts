import { afterAll, beforeAll, expect, it } from 'vitest';
import { ANN, expectStatus, newName, newPortfolio } from '../../../../tests/support/api-world.ts';
import { startTestServer, type TestServer } from '../../../../tests/support/server.ts';

const BAR_MS = 300_000;
/** Rows are stored a moment after they are decided. */
const STORED = { timeout: 60_000, interval: 250 };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const get = async (url: string) => expectStatus(await server.send('GET', url, { as: ANN }), 200);
const post = async (url: string, body: object, status = 200) =>
  expectStatus(await server.send('POST', url, { as: ANN, body }), status);
const above = (value: string) => ({ op: 'gt', a: { price: 'close' }, b: { const: value } });
const ALWAYS = { trigger: 'level', ...above('1') };

async function newRuleBot(params: object, symbols: readonly string[] = ['ETHUSDT']) {
  const { portfolio_id } = await newPortfolio(server, 'custom-bot');
  const sizing = { type: 'fixed_notional', value: '200' };
  const body = {
    name: newName(),
    portfolio_id,
    symbols,
    autostart: true,
    params: { timeframe: '5m', sizing, ...params },
  };
  return post('/api/custom-bot/create', body);
}

type Place = { readonly at: string | number; readonly symbol?: string; readonly direction?: string };

function entryAt(bot: { bot_id: string }, { at, symbol = 'ETHUSDT', direction = 'buy' }: Place) {
  const instant = new Date(at).toISOString();
  return get(
    `/api/custom-bot/get-entry-at?${new URLSearchParams({ bot_id: bot.bot_id, symbol, direction, at: instant })}`,
  );
}

const cyclesOf = async (bot: { bot_id: string }) =>
  (await get(`/api/custom-bot/get-cycles?bot_id=${bot.bot_id}`)).items as readonly {
    cycle_id: string;
    begin_date: string;
    end_date: string | null;
  }[];

it('every close of a bot that always wants to enter opened a cycle, or fell into one, into a pause, or under a switch that was off', async () => {
  const bot = await newRuleBot({ buy: { enter: ALWAYS, take_profit_percent: '0.15' }, cooldown_s: 900 });
  await server.step(240);
  const from = Math.ceil(Date.parse(bot.started_at) / BAR_MS) * BAR_MS;
  const closes = Array.from({ length: 40 }, (_, bar) => from + bar * BAR_MS);
  const last = await entryAt(bot, { at: from + 40 * BAR_MS });
  expect(last.rule.nodes).toMatchObject([
    { path: '', truth: 'true', values: [{ name: 'a' }, { name: 'b', value: '1' }] },
  ]);
  await expect.poll(async () => (await cyclesOf(bot)).length, STORED).toBeGreaterThan(2);
  const told: { at: number; outcome: string; cycle_id: string; paused_until: string }[] = [];
  for (const at of closes) told.push({ at, ...(await entryAt(bot, { at })) });
  const cycles = await cyclesOf(bot);
  const within = (at: number) =>
    cycles.find(
      ({ begin_date: begin, end_date: end }) => Date.parse(begin) < at && (end === null || Date.parse(end) >= at),
    );
  const count = (outcome: string) => told.filter((one) => one.outcome === outcome).length;
  expect(count('ENTERED') + count('CYCLE_OPEN') + count('COOLDOWN')).toBe(closes.length);
  expect([count('ENTERED') > 1, count('CYCLE_OPEN') > 1, count('COOLDOWN') > 1]).toEqual([true, true, true]);
  for (const { outcome, at, cycle_id: id, paused_until: pause } of told) {
    if (outcome === 'CYCLE_OPEN') expect(id).toBe(within(at)?.cycle_id);
    if (outcome === 'COOLDOWN') expect(Date.parse(pause)).toBeGreaterThan(at);
    if (outcome === 'ENTERED') expect(cycles.map((cycle) => cycle.cycle_id)).toContain(id);
  }

  const { strategy_executor_id } = bot;
  const off = { strategy_executor_id, is_enter_buy_enabled: false, is_enter_sell_enabled: false };
  await post('/api/custom-bot/set-is-enter-enabled', off);
  await post('/api/custom-bot/stop', { strategy_executor_id, position: 'close' }, 202);
  await server.step(30);
  const now = server.runtime.market().closed;
  await expect
    .poll(() => entryAt(bot, { at: now }), STORED)
    .toMatchObject({ outcome: 'BOT_NOT_RUNNING', next_at: null });
  await post('/api/custom-bot/restart', { strategy_executor_id }, 202);
  await server.step(30);
  await expect.poll(async () => (await entryAt(bot, { at: now + 25 * 60_000 })).outcome, STORED).toBe('ENTRIES_OFF');
});

it('a close at which its rule did not act tells why: false, unknown, or true since before', async () => {
  const bot = await newRuleBot({ buy: { enter: above('1') }, sell: { enter: above('99999') } });
  await server.step(15);
  const at = server.runtime.market().closed;
  expect(await entryAt(bot, { at })).toMatchObject({ outcome: 'SIGNAL_HELD', rule: { is_acting: false } });
  expect(await entryAt(bot, { at, direction: 'sell' })).toMatchObject({ outcome: 'SIGNAL_FALSE', cycle_id: null });
  const before = await entryAt(bot, { at: '2020-01-01T00:00:00Z' });
  expect([before.outcome, before.rule.nodes[0].values[0].value]).toEqual(['SIGNAL_UNKNOWN', null]);
});

it('an entry that another of its rules, or the number of its open cycles, held back names that', async () => {
  const left = await newRuleBot({ buy: { enter: ALWAYS, exit: ALWAYS } });
  const torn = await newRuleBot({ buy: { enter: ALWAYS }, sell: { enter: ALWAYS } });
  const full = await newRuleBot({ buy: { enter: ALWAYS }, max_open_cycles: 1 }, ['ETHUSDT', 'BTCUSDT']);
  await server.step(15);
  const at = server.runtime.market().closed;
  expect((await entryAt(left, { at })).outcome).toBe('EXIT_ACTS');
  expect((await entryAt(torn, { at })).outcome).toBe('BOTH_DIRECTIONS');
  const outcomes = async () => [
    (await entryAt(full, { at })).outcome,
    (await entryAt(full, { at, symbol: 'BTCUSDT' })).outcome,
  ];
  await expect.poll(outcomes, STORED).toEqual(['CYCLE_OPEN', 'MAX_OPEN_CYCLES']);
});

it('a symbol or direction that the bot does not trade is refused', async () => {
  const bot = await newRuleBot({ buy: { enter: ALWAYS } });
  const asked = (query: string) =>
    server.send('GET', `/api/custom-bot/get-entry-at?bot_id=${bot.bot_id}&at=2025-05-20T00:00:00Z&${query}`, {
      as: ANN,
    });
  expect((await asked('symbol=BTCUSDT&direction=buy')).body.code).toBe('SYMBOL_UNKNOWN');
  expect((await asked('symbol=ETHUSDT&direction=sell')).body.code).toBe('DIRECTION_NOT_IN_PARAMS');
});
