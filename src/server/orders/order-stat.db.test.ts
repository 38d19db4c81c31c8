import { Decimal } from 'decimal.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANN, expectStatus, newName, newPortfolio } from '../../../tests/support/api-world.ts';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';

/** Short ladders with a stop, so that all roles come up within a day. */
const NARROW = {
  base_order_size: '250',
  safety_orders_count: 2,
  step_percent: '0.3',
  take_profit_percent: '0.4',
  stop_loss_percent: '1',
};
const MINUTES = 1_440;

let server: TestServer;

const get = async (url: string) => expectStatus(await server.send('GET', url, { as: ANN }), 200);
const save = (day: string) => server.send('POST', '/api/save-order-stat', { as: ANN, body: { day } });

type Row = Record<string, string | number | null>;

async function newRunningBot(portfolioId: string, symbols: readonly string[], params: object) {
  const body = { name: newName(), portfolio_id: portfolioId, symbols, params };
  return expectStatus(await server.send('POST', '/api/dca-bot/create', { as: ANN, body }), 200);
}

/** A command is answered once everything that its account has decided is stored. */
async function stopEntries({ strategy_executor_id }: { strategy_executor_id: string }) {
  const body = { strategy_executor_id, is_enter_buy_enabled: false, is_enter_sell_enabled: false };
  expectStatus(await server.send('POST', '/api/dca-bot/set-is-enter-enabled', { as: ANN, body }), 200);
}

beforeAll(async () => {
  server = await startTestServer();
  const [one, other] = [await newPortfolio(server), await newPortfolio(server)];
  const trailing = { ...NARROW, trailing_percent: '0.1', direction: 'sell', stop_loss_percent: null };
  const bots = [
    await newRunningBot(one.portfolio_id, ['ETHUSDT', 'BTCUSDT'], NARROW),
    await newRunningBot(one.portfolio_id, ['ETHUSDT'], trailing),
    await newRunningBot(other.portfolio_id, ['SOLUSDT'], { ...NARROW, stop_loss_percent: null }),
  ];
  await server.step(MINUTES);
  for (const bot of bots) await stopEntries(bot);
});
afterAll(() => server.close());

/** The days that the market has gone through since the bots began. */
async function period() {
  const asOf: string = (await get('/api/get-order-stat')).as_of;
  const day = (ago: number) => new Date(Date.parse(asOf) - ago * 86_400_000).toISOString().slice(0, 10);
  return { from: day(1), to: day(0), days: [1, 0].map(day) };
}

const statUrl = ({ from, to }: { from: string; to: string }) => `/api/get-order-stat?date_from=${from}&date_to=${to}`;

const COUNTS = [
  'sent',
  'filled',
  'canceled',
  'expired',
  'rejected',
  'part_filled',
  'replaced',
  'stop_losses',
  'take_profits',
  'cycles_opened',
  'cycles_closed',
  'fills',
  'held_ms',
  'unprotected_ms',
];
const AMOUNTS = [
  'buy_notional',
  'sell_notional',
  'maker_notional',
  'commission',
  'gross',
  'funding',
  'liquidation_fee',
  'net',
  'entry_reference',
  'entry_slippage',
  'exit_reference',
  'exit_slippage',
];

function totalsOf(rows: readonly Row[]): Record<string, string> {
  const total = (name: string) => Decimal.sum(0, ...rows.map((row) => String(row[name])));
  return Object.fromEntries([
    ...COUNTS.map((name) => [name, total(name).toFixed()]),
    ...AMOUNTS.map((name) => [name, total(name).toFixed(8)]),
  ]);
}

const plain = (row: Row) => Object.fromEntries([...COUNTS, ...AMOUNTS].map((name) => [name, String(row[name])]));

/** All executed orders of the period, in pages of a few. */
async function executed(query: string, limit = 40): Promise<Row[]> {
  const all: Row[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const after: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const page = await get(`/api/get-executed-orders?limit=${limit}${query}${after}`);
    all.push(...page.items);
    cursor = page.cursor;
  }
  return all;
}

describe('statistics of orders', () => {
  it('sums over days, bots, symbols and roles agree with the total to the last digit, saved or not', async () => {
    const { from, to, days } = await period();
    const computed = await get(statUrl({ from, to }));
    expect(computed.total.fills).toBeGreaterThan(20);
    for (const level of ['days', 'bots', 'symbols', 'roles']) {
      expect([level, totalsOf(computed[level])]).toEqual([level, plain(computed.total)]);
      const deepest = Math.max(...computed[level].map((row: Row) => Number(row['level_max'])));
      expect([level, deepest]).toEqual([level, computed.total.level_max]);
    }
    for (const day of days) expectStatus(await save(day), 200);
    const saved = await get(statUrl({ from, to }));
    const isSaved = ({ saved_at }: { saved_at: string | null }) => saved_at !== null;
    expect(saved.days.every(isSaved)).toBe(true);
    const without = (stat: { days: object[] }) => ({
      ...stat,
      days: stat.days.map((day) => ({ ...day, saved_at: null })),
    });
    expect(without(saved)).toEqual(without(computed));
  });

  it('counts and sums are those of the orders and fills that the other calls list', async () => {
    const { from, to } = await period();
    const { total } = await get(statUrl({ from, to }));
    const orders = await executed('');
    const states = await Promise.all(
      ['FILLED', 'CANCELED', 'EXPIRED'].map(async (state) => (await executed(`&state=${state}`, 1_000)).length),
    );
    expect([total.filled, total.canceled, total.expired]).toEqual(states);
    const trades: Row[] = [];
    for (const { cycle_id } of new Map(orders.map((order) => [order['cycle_id'], order])).values()) {
      trades.push(...(await get(`/api/dca-bot/get-trades?cycle_id=${cycle_id}`)).items);
    }
    const sum = (rows: readonly Row[], name: string) =>
      Decimal.sum(0, ...rows.map((row) => String(row[name]))).toFixed(8);
    const of = (side: string) => trades.filter((trade) => trade['side'] === side);
    expect(total).toMatchObject({
      fills: trades.length,
      buy_notional: sum(of('BUY'), 'quote_qty'),
      sell_notional: sum(of('SELL'), 'quote_qty'),
      maker_notional: sum(
        trades.filter((trade) => trade['is_maker']),
        'quote_qty',
      ),
      commission: sum(trades, 'commission'),
      gross: sum(trades, 'exchange_realized_pnl'),
    });
    expect([sum(orders, 'quote_qty'), sum(orders, 'commission')]).toEqual([
      sum(trades, 'quote_qty'),
      sum(trades, 'commission'),
    ]);
    const measured = orders.filter((order) => order['slippage_cost'] !== null);
    expect(new Set(measured.map(({ role }) => role))).toEqual(new Set(['base', 'stop_loss', 'trailing']));
    expect(sum(measured, 'slippage_cost')).toBe(new Decimal(total.entry_slippage).plus(total.exit_slippage).toFixed(8));
    const percent = new Decimal(total.entry_slippage).div(total.entry_reference).mul(10_000);
    expect(total.entry_bps).toBe(percent.toFixed(4));
  });

  it('cycles, exits, replaced orders and results are those of the cycles and orders that the other calls list', async () => {
    const { from, to } = await period();
    const { total, closed } = await get(statUrl({ from, to }));
    const cycles: Row[] = [];
    for (const { portfolio_id } of (await get('/api/dca-bot/get-portfolios')).items) {
      cycles.push(...(await get(`/api/dca-bot/get-cycles?portfolio_id=${portfolio_id}&limit=1000`)).items);
    }
    const ended = cycles.filter((cycle) => cycle['end_date'] !== null);
    const orders: Row[][] = [];
    for (const { cycle_id } of cycles) {
      orders.push((await get(`/api/dca-bot/get-orders?cycle_id=${cycle_id}`)).items);
    }
    const all = orders.flat();
    const has = (order: Row, roles: readonly string[]) =>
      roles.includes(String(order['role'])) && Number(order['filled_qty']) > 0 && order['done_at'] !== null;
    const isReplaced = (order: Row) =>
      order['state'] === 'CANCELED' &&
      all.some(
        (next) =>
          ['cycle_id', 'role', 'level'].every((name) => next[name] === order[name]) &&
          all.indexOf(next) > all.indexOf(order) && // Listed in the order of placement.
          next['sent_at'] === order['done_at'],
      );
    const filled = all.filter((order) => order['role'] === 'safety' && Number(order['filled_qty']) > 0);
    expect(total).toMatchObject({
      cycles_opened: cycles.length,
      cycles_closed: ended.length,
      level_max: Math.max(...filled.map((order) => Number(order['level']))),
      stop_losses: all.filter((order) => has(order, ['stop_loss'])).length,
      take_profits: all.filter((order) => has(order, ['take_profit', 'trailing'])).length,
      replaced: all.filter(isReplaced).length,
      orders_per_fill: new Decimal(total.sent).div(total.fills).toFixed(4),
    });
    expect([total.replaced, total.stop_losses, total.take_profits].every((count) => count > 0)).toBe(true);
    const reasons = new Map<string, number>();
    for (const cycle of ended) {
      const reason = String(cycle['close_reason']);
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
    expect(new Map(closed.map((one: Row) => [one['reason'], one['cycles']]))).toEqual(reasons);
    const sum = (name: string) => Decimal.sum(0, ...cycles.map((cycle) => String(cycle[name]))).toFixed(8);
    expect(Number(total.funding)).not.toBe(0);
    expect([total.gross, total.funding, total.commission, total.liquidation_fee, total.net]).toEqual(
      ['gross', 'funding', 'commission', 'liquidation_fee', 'result'].map(sum),
    );
  });

  it.each([
    ['a day of the future', 'POST', '/api/save-order-stat', { day: '2040-01-01' }, 422, 'DAY_NOT_BEGUN'],
    [
      'an end before its beginning',
      'GET',
      statUrl({ from: '2025-05-02', to: '2025-05-01' }),
      null,
      400,
      'PERIOD_REVERSED',
    ],
    ['more than 366 days', 'GET', statUrl({ from: '2024-01-01', to: '2025-05-01' }), null, 400, 'PERIOD_TOO_LONG'],
    ['a bot of another kind', 'GET', '/api/get-order-stat?kind=custom-bot&bot_id=', null, 404, 'BOT_NOT_FOUND'],
  ] as const)('refuses %s', async (_, method, url, body, status, code) => {
    const { total } = await get('/api/get-order-stat');
    const own = url.endsWith('bot_id=') ? `${url}${(await get('/api/dca-bot/get-bots')).items[0].bot_id}` : url;
    const answer = await server.send(method, own, { as: ANN, ...(body === null ? {} : { body }) });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect((await get('/api/get-order-stat')).total).toEqual(total);
  });

  it('a kind that does not run yet has no orders and all figures at zero', async () => {
    expect((await get('/api/get-executed-orders?kind=dca-prod-bot')).items).toEqual([]);
    const { total, bots, roles } = await get('/api/get-order-stat?kind=dca-prod-bot');
    expect([total.sent, total.commission, total.fill_percent, bots, roles]).toEqual([0, '0.00000000', null, [], []]);
  });
});
