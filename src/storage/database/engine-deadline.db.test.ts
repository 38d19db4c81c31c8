import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { type FaultProxy, openFaultProxy } from '../../../tests/support/fault-proxy.ts';
import { until } from '../../../tests/support/until.ts';
import { holdKeyLock } from '../users/sealed-rows.ts';
import { asUser, type Database, openEngineDatabase, openRequestDatabase, readAsUser } from './database.ts';
import { ranTooLong } from './ran-too-long.ts';
import { storeTroubleOf } from './store-trouble-of.ts';

const DEADLINE_MS = 500;

let urls: TestDatabase;
let owner: Client;
let proxy: FaultProxy;
let engine: Database;
let other: Database;

beforeAll(async () => {
  urls = await startTestDatabase();
  owner = new Client(urls.ownerUrl);
  await owner.connect();
  await owner.query(`insert into market_clock values (1, '2026-01-01', now())`);
});
afterAll(async () => {
  await owner.end();
  await urls.close();
});

beforeEach(async () => {
  const url = new URL(urls.engineUrl);
  proxy = await openFaultProxy(Number(url.port));
  url.port = String(proxy.port);
  const opened = (): Database =>
    openEngineDatabase({ url: url.href, poolMax: 2, applicationName: 'test' }, DEADLINE_MS);
  [engine, other] = [opened(), opened()];
});
afterEach(async () => {
  await Promise.all([engine.close(), other.close()]);
  await proxy.close();
});

const moveClock = sql`update market_clock set minute_at = minute_at + interval '1 minute'`;
const failure = (work: Promise<unknown>): Promise<unknown> => work.then(() => null).catch((error: unknown) => error);

async function session(): Promise<number | undefined> {
  return (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(engine.db)).rows[0]?.pid;
}

it('after a partition a statement of the engine fails at its deadline, and the next one gets a new connection', async () => {
  const before = await session();
  proxy.set({ kind: 'partition' });
  expect(storeTroubleOf(await failure(moveClock.execute(engine.db)))).toBe('unreachable');
  proxy.set({ kind: 'none' });
  expect(await session()).not.toBe(before);
});

it('after a partition one statement of the engine waits for its deadline, however many connections there were', async () => {
  await Promise.all([session(), session()]);
  proxy.set({ kind: 'partition' });
  await failure(moveClock.execute(engine.db));
  proxy.set({ kind: 'none' });
  await Promise.all([session(), session()]);
});

it('after a partition in a transaction of the engine the whole transaction fails as a database out of reach', async () => {
  const work = engine.db.transaction().execute(async (tx) => {
    await moveClock.execute(tx);
    proxy.set({ kind: 'partition' });
    await moveClock.execute(tx);
  });
  expect(storeTroubleOf(await failure(work))).toBe('unreachable');
});

it('rows that the engine had locked before a partition are free again after the deadline', async () => {
  await failure(
    engine.db.transaction().execute(async (tx) => {
      await moveClock.execute(tx);
      proxy.set({ kind: 'partition' });
      await moveClock.execute(tx);
    }),
  );
  await owner.query(`set statement_timeout = '60s'`);
  await owner.query(`update market_clock set saved_at = now()`);
});

it('a statement of the engine that waits for a lock is given up by the server, and its connection is kept', async () => {
  const before = await session();
  await owner.query('begin; lock table market_clock in access exclusive mode');
  const error = await failure(moveClock.execute(engine.db));
  await owner.query('rollback');
  expect(ranTooLong(error)).toBe(true);
  expect(await session()).toBe(before);
});

it('work that changes all seals may take longer than the deadline, and another process waits for it', async () => {
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const order: string[] = [];
  const first = holdKeyLock(engine, async () => {
    begun.resolve();
    await held.promise;
    order.push('first');
  });
  await begun.promise;
  const second = holdKeyLock(other, async () => void order.push('second'));
  const idleLong = sql`
    select from pg_stat_activity where state = 'idle in transaction' and datname = current_database()
       and now() - state_change > ${2 * DEADLINE_MS} * interval '1 ms'`;
  await until(
    async () => (await idleLong.execute(engine.db)).rows.length === 1,
    'the work takes longer than the deadline',
  );
  held.resolve();
  await Promise.all([first, second]);
  expect(order).toEqual(['first', 'second']);
});

it.each([
  ['reads', readAsUser],
  ['writes', asUser],
])(
  'after a partition a request that %s fails at its deadline, and the next one is answered',
  async (_what, transact) => {
    const url = new URL(urls.appUrl);
    url.port = String(proxy.port);
    const requests = openRequestDatabase({ url: url.href, poolMax: 1, applicationName: 'test' }, DEADLINE_MS);
    const request = (): Promise<unknown> => transact(requests, 'ann', (tx) => sql`select 1`.execute(tx));
    await request();
    proxy.set({ kind: 'partition' });
    expect(storeTroubleOf(await failure(request()))).toBe('unreachable');
    proxy.set({ kind: 'none' });
    await request();
    await requests.close();
  },
);

it('the engine waits at most five seconds for a statement, and its server soon ends a session that was cut off', async () => {
  const usual = openEngineDatabase({ url: urls.engineUrl, poolMax: 1, applicationName: 'test' });
  const { rows } = await sql`
    select name, setting from pg_settings
     where name in ('statement_timeout', 'idle_in_transaction_session_timeout') or name like 'tcp_keepalives_%'
        or name = 'tcp_user_timeout' order by name`.execute(usual.db);
  await usual.close();
  expect(rows).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: '5000' },
    { name: 'statement_timeout', setting: '4500' },
    { name: 'tcp_keepalives_count', setting: '3' },
    { name: 'tcp_keepalives_idle', setting: '3' },
    { name: 'tcp_keepalives_interval', setting: '1' },
    { name: 'tcp_user_timeout', setting: '8000' },
  ]);
});
