import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dropDatabase, startTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { MIGRATIONS, migrate } from '../database/migrate.ts';

const upTo = (last: string) =>
  Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name.slice(0, 4) <= last));

let urls: TestDatabase;
let old: string;
let client: pg.Client;

beforeAll(async () => {
  urls = await startTestDatabase();
  const name = `old_${randomBytes(8).toString('hex')}`;
  const url = new URL(urls.ownerUrl);
  const owner = new pg.Client(urls.ownerUrl);
  await owner.connect();
  await owner.query(`create database ${name}`);
  await owner.end();
  url.pathname = name;
  old = url.href;
  await migrate(old, upTo('0005'));
  client = new pg.Client(old);
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await dropDatabase(urls.ownerUrl, new URL(old).pathname.slice(1));
  await urls.close();
});

/** Writes rows of one table, each a value for every column that it names. */
async function insert(table: string, rows: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  for (const row of rows) {
    const names = Object.keys(row);
    const places = names.map((_, index) => `$${index + 1}`);
    const statement = `insert into ${table} (${names.join(', ')}) values (${places.join(', ')})`;
    await client.query(statement, Object.values(row));
  }
}

const OWNED = { owner_id: 'ann', portfolio_id: 'portfolio', bot_id: 'bot' };
const MONEY = { peak_margin: 0, gross: 0, commission: 0, funding: 0, liquidation_fee: 0, result: 0 };
const AT = '2025-06-01T00:00:00Z';

function cycle(seq: number, levels: { filled: number; total: number }) {
  const place = { cycle_id: `cycle-${seq}`, atom_id: 'atom', net_cycle_id: 'net', opened_run_no: 1, run_no: 1, seq };
  const what = { symbol: 'ETHUSDT', direction: 'buy', state: 'CLOSED', opened_at: AT, entry_qty: 1, quantity: 0 };
  return {
    ...OWNED,
    ...place,
    ...what,
    ...MONEY,
    levels_filled: levels.filled,
    levels_total: levels.total,
    committed_margin: 0,
  };
}

function order(seq: number, number: number, told: { role: string; level: number; state: string; filled_qty: number }) {
  const place = { order_id: `order-${seq}-${number}`, atom_id: 'atom', cycle_id: `cycle-${seq}`, number };
  return { ...OWNED, ...place, ...told, symbol: 'ETHUSDT', direction: 'buy', type: 'LIMIT', side: 'BUY', sent_at: AT };
}

/** An atom as a snapshot keeps it: base and two levels filled by the old count, or flat. */
const atomOf = (levelsFilled: number | null) => ({
  symbol: 'ETHUSDT',
  direction: 'buy',
  mode: 'stopped',
  cycle: levelsFilled === null ? null : { seq: 3, levelsFilled },
});

function bot(botId: string, state: string, levels: readonly (number | null)[]) {
  const snapshot = { bot: { botId, state, atoms: levels.map(atomOf) }, netCycles: [] };
  const names = { kind: 'dca-bot', name: botId, comment: '', symbols: '[]', state, run_no: 1, created_at: AT };
  return { owner_id: 'ann', portfolio_id: 'portfolio', bot_id: botId, ...names, snapshot: JSON.stringify(snapshot) };
}

it('migration 6 counts the levels of stored cycles from their orders, and running bots keep the same count', async () => {
  const safety = (level: number, state: string, filled: number) => ({
    role: 'safety',
    level,
    state,
    filled_qty: filled,
  });
  await insert('cycles', [cycle(1, { filled: 3, total: 6 }), cycle(2, { filled: 0, total: 6 })]);
  await insert('orders', [
    order(1, 1, { role: 'base', level: 0, state: 'FILLED', filled_qty: 5 }),
    order(1, 2, safety(1, 'FILLED', 5)),
    order(1, 3, safety(2, 'FILLED', 5)),
    order(1, 4, safety(3, 'CANCELED', 2)), // Filled in part when the cycle ended.
    order(1, 5, safety(4, 'CANCELED', 0)),
    order(2, 1, { role: 'base', level: 0, state: 'CANCELED', filled_qty: 3 }),
  ]);
  const net = { net_cycle_id: 'net', symbol: 'ETHUSDT', seq: 1, begin_at: AT, cycle_ids: '[]', directions: '[]' };
  await insert('net_cycles', [
    { ...OWNED, ...net, ...MONEY, orders_filled: 4, max_levels_filled: 2, max_deviation_percent: 1, max_notional: 1 },
  ]);
  await insert('bots', [bot('bot', 'RUNNING', [3, null, 0]), bot('failed', 'ERROR', [1])]);
  const atom = { atom_id: 'failed-atom', owner_id: 'ann', bot_id: 'failed', symbol: 'ETHUSDT', direction: 'buy' };
  await insert('atoms', [{ ...atom, state: JSON.stringify(atomOf(1)) }]);

  await migrate(old, upTo('0006'));

  const rows = async (query: string) => (await client.query({ text: query, rowMode: 'array' })).rows;
  expect(await rows('select levels_filled, levels_total from cycles order by seq')).toEqual([
    [3, 5],
    [0, 5],
  ]);
  expect(await rows('select max_levels_filled from net_cycles')).toEqual([[3]]);
  expect(await rows(`select snapshot -> 'bot' -> 'atoms' from bots order by bot_id`)).toEqual([
    [[atomOf(2), atomOf(null), atomOf(0)]],
    [[{ ...atomOf(0), mode: 'failed' }]],
  ]);
  expect(await rows('select state from atoms')).toEqual([[{ ...atomOf(0), mode: 'failed' }]]);
});
