import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR_MS } from '#base/time.ts';
import { ANN, expectStatus, newName, newPortfolio } from '../../../tests/support/api-world.ts';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';
import { until } from '../../../tests/support/until.ts';

const HOURS = 12;
const CYCLES_LEAST = 10;
/** Rows are stored a moment after they are decided. */
const STORED_MS = 60_000;
const RSI = { ind: 'rsi', n: 7 };
const line = (value: string) => ({ const: value });
/** Long when it is no longer oversold, short when it is no longer overbought; sized by a stop that waits for five bars. */
const RULES = {
  timeframe: '5m',
  leverage: 10,
  sizing: { type: 'risk_percent', value: '0.5' },
  buy: {
    enter: { op: 'crosses_above', a: RSI, b: line('30') },
    exit: { op: 'gt', a: RSI, b: line('65') },
    stop: { type: 'atr', n: 5, mult: '2' },
  },
  sell: {
    enter: { op: 'crosses_below', a: RSI, b: line('70') },
    take_profit_percent: '0.3',
    stop: { type: 'percent', value: '0.4' },
  },
};
const SETUP = { params: RULES, symbols: ['ETHUSDT', 'BTCUSDT'] };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ hasLab: true });
});
afterAll(() => server.close());

const get = async (url: string) => expectStatus(await server.send('GET', url, { as: ANN }), 200);
const post = async (url: string, body: object, status: number) =>
  expectStatus(await server.send('POST', url, { as: ANN, body }), status);

type Row = Readonly<Record<string, unknown>>;

/** A cycle with everything that happened in it, but for the ids and names that its bot and portfolio gave it. */
interface Told {
  readonly cycle: Row;
  readonly orders: readonly Row[];
  readonly trades: readonly Row[];
}

const OWN = /(^|_)(id|ids|name)$/;
const bare = (row: Row): Row => Object.fromEntries(Object.entries(row).filter(([field]) => !OWN.test(field)));

async function toldOf(cycles: readonly Row[], storyOf: (cycleId: string) => Promise<Omit<Told, 'cycle'>>) {
  const told: Told[] = [];
  for (const cycle of cycles) {
    const { orders, trades } = await storyOf(String(cycle['cycle_id']));
    told.push({ cycle: bare(cycle), orders: orders.map(bare), trades: trades.map(bare) });
  }
  return told.toSorted((one, other) => (byAtom(one.cycle) < byAtom(other.cycle) ? -1 : 1));
}

/** Cycles that end in the same minute are listed by their ids. */
const byAtom = ({ symbol, direction, seq }: Row) => `${symbol} ${direction} ${String(seq).padStart(6, '0')}`;

/** A bot on paper that has traded for some hours. */
async function tradedOnPaper() {
  const { portfolio_id } = await newPortfolio(server, 'custom-bot');
  const body = { ...SETUP, name: newName(), portfolio_id, autostart: true };
  const bot = await post('/api/custom-bot/create', body, 200);
  await server.step(HOURS * 60);
  return bot;
}

/** What is stored of a paper bot so far. */
async function storedOf({ bot_id: botId, portfolio_id: portfolioId }: Row) {
  const { items } = await get(`/api/custom-bot/get-cycles?bot_id=${botId}`);
  const told = await toldOf(items, async (id) => ({
    orders: (await get(`/api/custom-bot/get-orders?cycle_id=${id}`)).items,
    trades: (await get(`/api/custom-bot/get-trades?cycle_id=${id}`)).items,
  }));
  const netCycles: Row[] = (await get(`/api/custom-bot/get-net-cycles?bot_id=${botId}`)).items;
  const { equity } = await get(`/api/get-portfolio-by-id?portfolio_id=${portfolioId}`);
  return { told, netCycles: netCycles.map(bare), equity };
}

/** The backtest of the same bot, from the minute on in which it was started. */
async function testedFrom(from: number) {
  const [dateFrom, dateTo] = [from, from + HOURS * HOUR_MS].map((instant) => new Date(instant).toISOString());
  const body = { ...SETUP, kind: 'custom-bot', wallet: 'shared', date_from: dateFrom, date_to: dateTo };
  const { condition_id: conditionId } = await post('/api/create-test', body, 202);
  await until(async () => (await get(`/api/get-test?condition_id=${conditionId}`)).state === 'DONE', 'a backtest');
  const [{ bot_id: botId, figures }] = (await get(`/api/get-test-bots?condition_id=${conditionId}`)).items;
  const { items } = await get(`/api/get-test-cycles?bot_id=${botId}`);
  const told = await toldOf(items, (id) => get(`/api/get-test-orders?bot_id=${botId}&cycle_id=${id}`));
  const netCycles: Row[] = (await get(`/api/get-test-net-cycles?bot_id=${botId}`)).items;
  return { figures, stored: { told, netCycles: netCycles.map(bare), equity: figures.equity_end } };
}

it('a bot of rules on paper has the cycles, orders, fills and equity of its backtest over the same minutes', async () => {
  const bot = await tradedOnPaper();
  const { stored, figures } = await testedFrom(Date.parse(bot.started_at) + 1);
  expect(figures.cycles).toBeGreaterThan(CYCLES_LEAST);
  await expect.poll(() => storedOf(bot), { timeout: STORED_MS, interval: 250 }).toEqual(stored);
});
