import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isoDay } from '#base/iso-text.ts';
import { DAY_MS } from '#base/time.ts';
import { startTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { asUser, type Database, openDatabase, type Tx } from '../database/database.ts';
import { computedCounts, computedFigures } from './computed-days.ts';
import { type ExecutedOrderRow, listExecutedOrders, listWorstOrders } from './executed-orders.ts';
import { type OrderSums, orderStats, savedDays } from './order-stats.ts';
import { saveOrderDay } from './save-order-day.ts';
import { passedDays, touchAllOrderDays, touchOrderDays } from './touched-days.ts';
import { unsavedDays } from './unsaved-days.ts';

let urls: TestDatabase;
let engine: Database;
let requests: Database;

beforeAll(async () => {
  urls = await startTestDatabase();
  engine = openDatabase({ url: urls.engineUrl, poolMax: 2, applicationName: 'test' });
  requests = openDatabase({ url: urls.appUrl, poolMax: 2, applicationName: 'test' });
});
afterAll(async () => {
  await engine.close();
  await requests.close();
  await urls.close();
});

const DAY = '2025-05-20';
const UNTIL = new Date('2025-05-22T00:00:00Z');
const at = (time: string) => new Date(`${DAY}T${time}Z`);
const nextDay = (time: string) => new Date(`2025-05-21T${time}Z`);

interface Order {
  readonly id: string;
  readonly role?: string;
  readonly type?: string;
  readonly side?: 'BUY' | 'SELL';
  readonly state?: string;
  readonly sent: Date;
  readonly done?: Date | null;
  readonly decided?: string | null;
  readonly trigger?: string | null;
  readonly cycle?: string;
  readonly owner?: string;
  /** Price and quantity of its fill. */
  readonly fill?: readonly [price: string, qty: string];
  readonly isMaker?: boolean;
  /** Its place in the cycle; by default not the first one. */
  readonly number?: number;
  readonly level?: number;
}

let seq = 0;

/** An order of Ann's long bot, with the fill that it had. */
async function store(order: Order): Promise<void> {
  const { id, role = 'base', type = 'MARKET', side = 'BUY', sent, owner = 'ann', cycle = 'c' } = order;
  const { number = 2, level = 0 } = order;
  const { fill, isMaker = false, decided = null, trigger = null, done = sent } = order;
  const state = order.state ?? (fill === undefined ? 'CANCELED' : 'FILLED');
  await sql`
    insert into orders (order_id, owner_id, portfolio_id, bot_id, atom_id, cycle_id, number, symbol, direction, role, level,
                        type, side, filled_qty, avg_price, decision_price, trigger_price, state, sent_at, done_at)
    values (${id}, ${owner}, ${`p-${owner}`}, ${`b-${owner}`}, 'a', ${cycle}, ${number}, 'ETHUSDT', 'buy', ${role}, ${level}, ${type}, ${side},
            ${fill?.[1] ?? '0'}, ${fill?.[0] ?? null}, ${decided}, ${trigger}, ${state}, ${sent}, ${done})`.execute(
    engine.db,
  );
  if (fill === undefined) return;
  const [price, qty] = fill;
  seq += 1;
  await sql`
    insert into trades (trade_id, owner_id, portfolio_id, bot_id, cycle_id, order_id, seq, ts, symbol, direction, side, role,
                        level, price, qty, quote_qty, commission, is_maker, gross)
    values (${`${id}-1`}, ${owner}, ${`p-${owner}`}, ${`b-${owner}`}, ${cycle}, ${id}, ${seq}, ${done ?? sent}, 'ETHUSDT', 'buy',
            ${side}, ${role}, ${level}, ${price}, ${qty}, ${price}::numeric * ${qty}::numeric, 0.1, ${isMaker}, 0)`.execute(
    engine.db,
  );
}

async function storeCycle(id: string, begin: Date, end: Date | null, reason: string | null = null): Promise<void> {
  seq += 1;
  await sql`
    insert into cycles (cycle_id, owner_id, portfolio_id, bot_id, atom_id, opened_run_no, run_no, seq, symbol, direction, state,
                        opened_at, begin_at, end_at, entry_qty, quantity, levels_filled, levels_total, peak_margin,
                        committed_margin, gross, commission, funding, liquidation_fee, result, close_reason)
    values (${id}, 'ann', 'p-ann', 'b-ann', 'a', 1, 1, ${seq}, 'ETHUSDT', 'buy', 'CLOSED', ${begin}, ${begin}, ${end},
            1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ${reason})`.execute(engine.db);
}

async function storeOwner(owner: string): Promise<void> {
  await sql`
    insert into portfolios (portfolio_id, owner_id, name, kind, execution, comment, wallet_start, wallet, minute_at, created_at)
    values (${`p-${owner}`}, ${owner}, 'one', 'dca-bot', 'paper', '', 0, 0, ${UNTIL}, ${at('00:00:00')})`.execute(
    engine.db,
  );
  await sql`
    insert into bots (bot_id, owner_id, portfolio_id, kind, name, comment, symbols, state, run_no, snapshot, created_at)
    values (${`b-${owner}`}, ${owner}, ${`p-${owner}`}, 'dca-bot', ${owner}, '', '[]', 'RUNNING', 1, '{}', ${at('00:00:00')})`.execute(
    engine.db,
  );
}

beforeEach(async () => {
  for (const table of [
    'orders',
    'trades',
    'cycles',
    'ledger',
    'logs',
    'bots',
    'portfolios',
    'order_stat_days',
    'order_days',
    'order_day_counts',
  ]) {
    await sql`delete from ${sql.table(table)}`.execute(engine.db);
  }
  await storeOwner('ann');
});

const as = <T>(owner: string, work: (tx: Tx) => Promise<T>): Promise<T> => asUser(requests, owner, work);
const statsOf = (days: readonly string[] = [DAY], owner = 'ann') =>
  as(owner, (tx) => orderStats(tx, owner, { days, until: UNTIL }));

async function total(days: readonly string[] = [DAY]): Promise<OrderSums> {
  const found = (await statsOf(days)).sums.find(({ grouping }) => grouping === 'total');
  if (found === undefined) throw new Error('there is a total');
  return found;
}

const save = (day = DAY) =>
  engine.db.transaction().execute((tx) => saveOrderDay(tx, { ownerId: 'ann', until: UNTIL }, day));
const isSaved = async (day = DAY) => (await as('ann', (tx) => savedDays(tx, 'ann', [day]))).has(day);

describe('slippage', () => {
  it('is positive when a buy is dearer or a sale cheaper than decided, weighted by value, entries and exits apart', async () => {
    await store({ id: 'buy', sent: at('10:00:00'), decided: '100', fill: ['100.5', '2'] });
    await store({
      id: 'stop',
      role: 'stop_loss',
      type: 'STOP_MARKET',
      side: 'SELL',
      sent: at('11:00:00'),
      trigger: '200',
      fill: ['199', '1'],
    });
    await store({ id: 'good', role: 'exit', side: 'SELL', sent: at('12:00:00'), decided: '50', fill: ['51', '1'] });
    // Entry: 1 of 200 USDT, 50 bp. Exits: 1 less of 200 and 1 more of 50 cancel out.
    expect(await total()).toMatchObject({
      entryReference: '200.00000000',
      entrySlippage: '1.00000000',
      entryBps: '50.0000',
      exitReference: '250.00000000',
      exitSlippage: '0.00000000',
      exitBps: '0.0000',
      slippageBps: '22.2222',
    });
  });

  it('measures neither orders that rested nor those that were decided at no price', async () => {
    await store({
      id: 'limit',
      type: 'LIMIT',
      sent: at('10:00:00'),
      decided: '100',
      fill: ['100', '2'],
      isMaker: true,
    });
    await store({ id: 'liquidation', role: 'liquidation', side: 'SELL', sent: at('11:00:00'), fill: ['90', '2'] });
    expect(await total()).toMatchObject({
      entryReference: '0.00000000',
      exitReference: '0.00000000',
      slippageBps: null,
    });
    expect((await statsOf()).slippage).toEqual([]);
    expect(await as('ann', (tx) => listWorstOrders(tx, 'ann', { filter: {}, limit: 10 }))).toEqual([]);
  });

  it('has percentiles of single orders by nearest rank, and the worst orders first', async () => {
    for (let index = 1; index <= 20; index += 1) {
      const fill = [String(100 + index / 100), '1'] as const;
      await store({ id: `o${String(index).padStart(2, '0')}`, sent: at('10:00:00'), decided: '100', fill });
    }
    const { percentiles, slippage } = await statsOf();
    expect(percentiles.find(({ grouping, figure }) => grouping === 'total' && figure === 'slippage')).toMatchObject({
      ...{ orders: 20, p50: '1000', p95: '1900' }, // Hundredths: 10 bp and 19 bp.
    });
    expect(slippage.map(({ bps, entries }) => [bps, entries])).toEqual(
      Array.from({ length: 20 }, (_, index) => [index + 1, 1]),
    );
    const worst = await as('ann', (tx) => listWorstOrders(tx, 'ann', { filter: {}, limit: 2 }));
    expect(worst.map(({ orderId, slippageBps, slippageCost }) => [orderId, slippageBps, slippageCost])).toEqual([
      ['o20', '20.0000', '0.20000000'],
      ['o19', '19.0000', '0.19000000'],
    ]);
  });
});

describe('days of orders', () => {
  it('an order is sent on one day and filled on another, and each day counts what happened on it', async () => {
    await store({
      id: 'late',
      type: 'LIMIT',
      sent: at('23:59:59'),
      done: nextDay('00:00:00'),
      fill: ['10', '3'],
      isMaker: true,
    });
    await store({ id: 'open', type: 'LIMIT', sent: at('00:00:00'), done: null, state: 'OPEN' });
    expect(await total([DAY])).toMatchObject({ sent: 2, filled: 0, fills: 0, fillPercent: null });
    expect(await total(['2025-05-21'])).toMatchObject({ sent: 0, filled: 1, fills: 1, makerNotional: '30.00000000' });
    const { percentiles } = await statsOf(['2025-05-21']);
    expect(percentiles.find(({ grouping }) => grouping === 'total')).toMatchObject({
      figure: 'rest',
      p50: '1',
      p95: '1',
    });
  });

  it('a part that was filled before an order was cancelled counts in fills, not as a filled order', async () => {
    await store({
      id: 'part',
      type: 'LIMIT',
      sent: at('10:00:00'),
      fill: ['10', '1'],
      state: 'CANCELED',
      isMaker: true,
    });
    await store({ id: 'whole', type: 'LIMIT', sent: at('10:00:00'), fill: ['10', '1'], isMaker: true });
    expect(await total()).toMatchObject({
      sent: 2,
      filled: 1,
      canceled: 1,
      partFilled: 1,
      fills: 2,
      fillPercent: '50.0000',
    });
  });

  it('a position is without a stop-loss as long as none of its cycle rests; one that is replaced leaves no gap', async () => {
    await storeCycle('c', at('10:00:00'), at('12:00:00'));
    await store({ id: 's1', role: 'stop_loss', sent: at('10:00:47'), done: at('11:00:00') });
    await store({ id: 's2', role: 'stop_loss', sent: at('11:00:00'), done: at('12:00:00') });
    await store({ id: 'other', role: 'stop_loss', sent: at('10:00:00'), done: at('12:00:00'), cycle: 'another' });
    await storeCycle('open', nextDay('22:00:00'), null);
    expect(await total()).toMatchObject({ heldMs: '7200000', unprotectedMs: '47000' });
    expect(await total(['2025-05-21'])).toMatchObject({ heldMs: '7200000', unprotectedMs: '7200000' });
  });

  it('days in any order, with days between them left out, have the figures that each of them has alone', async () => {
    const days = ['2025-05-24', DAY, '2025-05-21'];
    const day = (number: number, time: string) => new Date(`2025-05-${number}T${time}Z`);
    await storeCycle('c', at('20:00:00'), day(24, '03:00:00'), 'take_profit');
    for (const number of [19, 20, 21, 22, 23, 24, 25]) {
      const times = { sent: day(number, '00:00:00'), done: day(number, '23:59:59.999') };
      await store({ id: `o${number}`, role: 'stop_loss', ...times, fill: ['10', '1'] });
    }
    const together = (await statsOf(days)).sums.filter(({ grouping }) => grouping === 'day');
    const alone = await Promise.all(days.toSorted().map((one) => statsOf([one])));
    expect(together).toEqual(alone.flatMap(({ sums }) => sums.filter(({ grouping }) => grouping === 'day')));
    expect(together.map(({ heldMs, sent, fills }) => [heldMs, sent, fills])).toEqual([
      ['14400000', 1, 1],
      ['86400000', 1, 1],
      ['10800000', 1, 1],
    ]);
    expect((await total(days)).cyclesClosed).toBe(1);
  });

  it('statistics of a year find each order by its time: no join compares it with every day', async () => {
    const orders = 500;
    await store({ id: 'first', sent: at('10:00:00'), decided: '100', fill: ['101', '1'] });
    await sql`
      insert into orders select made.* from orders cross join generate_series(2, ${orders}::int) n
       cross join lateral jsonb_populate_record(orders, jsonb_build_object('order_id', 'o' || n)) made`.execute(
      engine.db,
    );
    const days = Array.from({ length: 365 }, (_, day) => isoDay(UNTIL.getTime() - day * DAY_MS));
    const wanted = { ownerId: 'ann', days, until: UNTIL };
    for (const computed of [computedFigures(wanted), computedCounts(wanted)]) {
      const { rows } = await sql`explain (analyze, format json) ${computed}`.execute(engine.db);
      const removed = JSON.stringify(rows).matchAll(/"Rows Removed by Join Filter":(\d+)/g);
      expect([...removed].reduce((sum, [, count]) => sum + Number(count), 0)).toBeLessThan(orders);
    }
    expect(await total(days)).toMatchObject({ sent: orders, filled: orders });
  });

  it('the orders and positions of a portfolio that was deleted still count', async () => {
    await storeCycle('c', at('10:00:00'), at('12:00:00'));
    await store({ id: 'one', sent: at('10:00:00'), fill: ['100', '1'] });
    const before = await statsOf();
    await sql`delete from portfolios`.execute(engine.db);
    expect(await statsOf()).toEqual(before);
    expect(await total()).toMatchObject({ fills: 1, heldMs: '7200000' });
  });

  it('real orders and simulated ones are counted and listed apart; of a deleted portfolio its kind tells which they were', async () => {
    await store({ id: 'paper', sent: at('10:00:00'), decided: '100', fill: ['101', '1'] });
    const told = async (execution: 'paper' | 'live') => {
      const query = { days: [DAY], until: UNTIL, execution };
      const { sums } = await as('ann', (tx) => orderStats(tx, 'ann', query));
      const page = { filter: { execution }, after: null, limit: 10, offset: 0 };
      const listed = await as('ann', (tx) => listExecutedOrders(tx, 'ann', page));
      const worst = await as('ann', (tx) => listWorstOrders(tx, 'ann', { filter: { execution }, limit: 10 }));
      return [sums.find(({ grouping }) => grouping === 'total')?.sent, listed.length, worst.length];
    };
    expect([await told('paper'), await told('live')]).toEqual([
      [1, 1, 1],
      [0, 0, 0],
    ]);
    await sql`update portfolios set execution = 'live'`.execute(engine.db);
    expect([await told('paper'), await told('live')]).toEqual([
      [0, 0, 0],
      [1, 1, 1],
    ]);
    await sql`delete from portfolios`.execute(engine.db);
    expect(await told('paper')).toEqual([1, 1, 1]); // The kind of its bots trades on paper.
  });

  it('orders that were not sent are counted by the reason in the log', async () => {
    const line = (name: string, code: string, figures: object) => sql`
      insert into logs (batch_line, owner_id, portfolio_id, bot_id, ts, level, code, detail, figures, symbol)
      values (${name}, 'ann', 'p-ann', 'b-ann', ${at('10:00:00')}, 'warning', ${code}, '', ${JSON.stringify(figures)}, 'ETHUSDT')`;
    await line('1', 'ENTRY_BLOCKED', { reason: 'MAX_OPEN_CYCLES' }).execute(engine.db);
    await line('2', 'ENTRY_BLOCKED', { reason: 'MAX_OPEN_CYCLES' }).execute(engine.db);
    await line('3', 'STEP_SKIPPED', { level: 2 }).execute(engine.db);
    await line('4', 'CYCLE_OPENED', {}).execute(engine.db);
    expect((await statsOf()).unsent).toEqual([
      { reason: 'MAX_OPEN_CYCLES', orders: 2 },
      { reason: 'STEP_SKIPPED', orders: 1 },
    ]);
  });
});

describe('cycles in the statistics of orders', () => {
  const book = (account: string, ts: Date, amount: string) => {
    seq += 1;
    return sql`
      insert into ledger (source_id, account, owner_id, portfolio_id, ts, amount)
      values (${`s${seq}`}, ${account}, 'ann', 'p-ann', ${ts}, ${amount})`.execute(engine.db);
  };

  it('opens on the day its first order is sent, and ends on its day by its reason, under the role that ended it', async () => {
    await store({ id: 'first', number: 1, sent: at('23:59:59'), fill: ['10', '1'], cycle: 'c1' });
    await store({ id: 'second', role: 'safety', number: 2, sent: at('23:59:59'), cycle: 'c1' });
    await storeCycle('c1', at('23:59:59'), nextDay('00:00:00'), 'trailing');
    await storeCycle('c2', at('10:00:00'), at('11:00:00'), 'exit_signal');
    await storeCycle('c3', at('10:00:00'), at('12:00:00'), 'exit_signal');
    expect(await total()).toMatchObject({ cyclesOpened: 1, cyclesClosed: 2 });
    expect(await total(['2025-05-21'])).toMatchObject({ cyclesOpened: 0, cyclesClosed: 1 });
    const { closed, sums } = await statsOf([DAY, '2025-05-21']);
    expect(closed).toEqual([
      { reason: 'exit_signal', cycles: 2 },
      { reason: 'trailing', cycles: 1 },
    ]);
    const roles = sums.filter(({ grouping, cyclesClosed }) => grouping === 'role' && cyclesClosed > 0);
    expect(roles.map(({ key, cyclesClosed }) => [key, cyclesClosed])).toEqual([
      ['exit', 2],
      ['trailing', 1],
    ]);
  });

  it('the deepest step of several days is the deepest of each, not their sum', async () => {
    await store({ id: 's3', role: 'safety', level: 3, sent: at('10:00:00'), fill: ['10', '1'] });
    await store({ id: 's2', role: 'safety', level: 2, sent: nextDay('10:00:00'), fill: ['10', '1'] });
    await store({ id: 's5', role: 'safety', level: 5, sent: at('10:00:00') });
    const days = [DAY, '2025-05-21'];
    expect([(await total()).levelMax, (await total(['2025-05-21'])).levelMax, (await total(days)).levelMax]).toEqual([
      3, 2, 3,
    ]);
  });

  it('an order is replaced when another one is sent in its place in the instant in which it is cancelled', async () => {
    const exit = { role: 'take_profit', type: 'LIMIT', side: 'SELL' } as const;
    await store({ id: 't1', ...exit, number: 2, sent: at('10:00:00'), done: at('10:30:00') });
    await store({ id: 't2', ...exit, number: 3, sent: at('10:30:00'), done: at('11:00:00') });
    await store({ id: 't3', ...exit, number: 4, sent: at('11:00:01'), done: at('12:00:00'), fill: ['10', '1'] });
    await store({ id: 's1', role: 'safety', level: 1, number: 5, sent: at('10:00:00'), done: at('10:30:00') });
    await store({ id: 's2', role: 'safety', level: 2, number: 6, sent: at('10:30:00'), done: at('11:00:00') });
    await store({ id: 'x', ...exit, cycle: 'other', number: 7, sent: at('11:00:00'), done: at('11:30:00') });
    expect(await total()).toMatchObject({ canceled: 5, replaced: 1, takeProfits: 1, stopLosses: 0, sent: 6 });
    expect((await total()).ordersPerFill).toBe('6.0000');
  });

  it('exits that fill count by what they are, also in part', async () => {
    const exit = { type: 'STOP_MARKET', side: 'SELL' } as const;
    await store({ id: 'stop', ...exit, role: 'stop_loss', sent: at('10:00:00'), fill: ['10', '1'] });
    await store({ id: 'part', ...exit, role: 'stop_loss', sent: at('10:00:00'), fill: ['10', '1'], state: 'CANCELED' });
    await store({ id: 'trail', ...exit, role: 'trailing', sent: at('10:00:00'), fill: ['10', '1'] });
    await store({ id: 'rested', ...exit, role: 'stop_loss', sent: at('10:00:00') });
    expect(await total()).toMatchObject({ stopLosses: 2, takeProfits: 1 });
    expect((await statsOf()).sums.find(({ key }) => key === 'trailing')).toMatchObject({ takeProfits: 1 });
  });

  it('funding and fees of liquidations count when they are booked; net is what is left', async () => {
    await storeCycle('c', at('10:00:00'), nextDay('12:00:00'), 'liquidation');
    await store({ id: 'in', number: 1, sent: at('10:00:00'), fill: ['10', '1'] });
    await book('funding:c', at('16:00:00'), '0.12345678'); // Paid: the wallet gives it.
    await book('funding:c', nextDay('00:00:00'), '-0.5');
    await book('liq_fee:c', nextDay('12:00:00'), '2');
    await book('wallet', at('16:00:00'), '-0.12345678');
    await book('fee:c', at('16:00:00'), '7');
    expect(await total()).toMatchObject({ funding: '-0.12345678', liquidationFee: '0.00000000', net: '-0.22345678' });
    expect(await total(['2025-05-21'])).toMatchObject({ funding: '0.50000000', liquidationFee: '2.00000000' });
    expect((await total(['2025-05-21'])).net).toBe('-1.50000000');
    const computed = await statsOf([DAY, '2025-05-21']);
    await save();
    await save('2025-05-21');
    expect(await statsOf([DAY, '2025-05-21'])).toEqual(computed);
  });
});

describe('saved days', () => {
  it('a saved day is read from its rows, saving it twice changes nothing, and another user sees none of it', async () => {
    await store({ id: 'one', sent: at('10:00:00'), decided: '100', fill: ['100.5', '2'] });
    await storeCycle('c', at('10:00:00'), at('12:00:00'));
    const computed = await statsOf();
    await save();
    const rows = async () => (await sql`select * from order_days`.execute(engine.db)).rows;
    const first = await rows();
    await save();
    expect(await rows()).toEqual(first);
    expect(await statsOf()).toEqual(computed);
    await sql`delete from trades`.execute(engine.db);
    expect(await statsOf()).toEqual(computed);
    expect((await statsOf([DAY], 'bob')).sums).toMatchObject([{ grouping: 'total', sent: 0 }]);
    const foreign = await as('bob', (tx) => sql`select * from order_days`.execute(tx));
    expect(foreign.rows).toEqual([]);
  });

  it('an account that goes through a saved day again makes it count as changed, until it is saved anew', async () => {
    await save();
    await save('2025-05-21');
    expect([await isSaved(), await isSaved('2025-05-21')]).toEqual([true, true]);
    await sql`update portfolios set minute_at = ${at('12:00:00')}`.execute(engine.db);
    const given = sql`(values ('p-ann', ${nextDay('01:00:00')}::timestamptz)) as given (portfolio_id, minute_at)`;
    await engine.db.transaction().execute(async (tx) => touchOrderDays(tx, await passedDays(tx, given)));
    expect([await isSaved(), await isSaved('2025-05-21')]).toEqual([false, false]);
    await store({ id: 'late', sent: at('13:00:00'), decided: '100', fill: ['100', '1'] });
    expect(await total()).toMatchObject({ fills: 1 });
    await save();
    expect([await isSaved(), await total()]).toMatchObject([true, { fills: 1 }]);
    await engine.db.transaction().execute((tx) => touchAllOrderDays(tx, 'ann'));
    expect(await isSaved()).toBe(false);
  });

  it('days that are over wait to be saved, the oldest first, until every account of the owner has gone through them', async () => {
    const waiting = async (over: Date) => (await unsavedDays(engine, over, 10)).map(({ day }) => day);
    expect(await waiting(UNTIL)).toEqual([DAY, '2025-05-21']);
    expect(await waiting(nextDay('23:59:59'))).toEqual([DAY]);
    await save();
    expect(await waiting(UNTIL)).toEqual(['2025-05-21']);
    await sql`update portfolios set minute_at = ${nextDay('12:00:00')}`.execute(engine.db);
    expect(await waiting(UNTIL)).toEqual([]);
  });
});

describe('the list of executed orders', () => {
  it('pages through orders that ended at the same time without losing or repeating one', async () => {
    for (let index = 0; index < 7; index += 1) {
      await store({ id: `o${index}`, sent: at('10:00:00'), done: at('11:00:00'), fill: ['100', '1'] });
    }
    await store({ id: 'unfilled', sent: at('10:00:00'), done: at('11:00:00') });
    await storeOwner('bob');
    await store({ id: 'foreign', owner: 'bob', sent: at('10:00:00'), fill: ['100', '1'] });
    const rows: ExecutedOrderRow[] = [];
    const next = (): Promise<readonly ExecutedOrderRow[]> =>
      as('ann', (tx) => listExecutedOrders(tx, 'ann', { filter: {}, after: rows.at(-1) ?? null, limit: 3, offset: 0 }));
    for (let page = await next(); page.length > 0; page = await next()) rows.push(...page);
    expect(rows.map(({ orderId }) => orderId)).toEqual(['o6', 'o5', 'o4', 'o3', 'o2', 'o1', 'o0']);
    const canceled = { filter: { state: 'CANCELED' as const }, after: null, limit: 3, offset: 0 };
    expect((await as('ann', (tx) => listExecutedOrders(tx, 'ann', canceled))).map(({ orderId }) => orderId)).toEqual([
      'unfilled',
    ]);
  });
});
