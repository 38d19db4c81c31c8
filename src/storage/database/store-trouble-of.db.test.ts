import pg, { Client, type Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { openFaultProxy } from '../../../tests/support/fault-proxy.ts';
import { freePort } from '../../../tests/support/free-port.ts';
import { surviveDisconnects } from './database.ts';
import { storeTroubleOf } from './store-trouble-of.ts';

let test: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  test = await startTestDatabase();
  pool = new pg.Pool({ connectionString: test.ownerUrl, max: 1 });
  surviveDisconnects(pool);
});

afterAll(async () => {
  await pool.end();
  await test.close();
});

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  );
}

it('a disk without room is recognised by the code of PostgreSQL', async () => {
  const error = await errorOf(pool.query(`do $$ begin raise exception 'no room' using errcode = 'disk_full'; end $$`));
  expect(storeTroubleOf(error)).toBe('disk-full');
});

it('a connection that the server ends is a database out of reach', async () => {
  const client = await pool.connect();
  const error = await errorOf(client.query('select pg_terminate_backend(pg_backend_pid())'));
  const after = await errorOf(client.query('select 1'));
  client.release(true);
  expect([storeTroubleOf(error), storeTroubleOf(after)]).toEqual(['unreachable', 'unreachable']);
});

it('a session that the server ends because its transaction was left open is a database out of reach', async () => {
  const client = new Client(test.ownerUrl);
  const ended = new Promise((resolve) => client.on('error', resolve));
  await client.connect();
  await client.query(`set idle_in_transaction_session_timeout = '1ms'; begin`);
  expect(storeTroubleOf(await ended)).toBe('unreachable');
});

it('a server that takes a connection and stays silent is a database out of reach', async () => {
  const proxy = await openFaultProxy(Number(new URL(test.ownerUrl).port));
  proxy.set({ kind: 'partition' });
  const url = new URL(test.ownerUrl);
  url.port = String(proxy.port);
  const connecting = new Client({ connectionString: url.href, connectionTimeoutMillis: 100 }).connect();
  expect(storeTroubleOf(await errorOf(connecting))).toBe('unreachable');
  await proxy.close();
});

it('a server that nobody runs is a database out of reach, by address and by name', async () => {
  const url = new URL(test.ownerUrl);
  url.port = String(await freePort());
  for (const host of ['127.0.0.1', 'localhost']) {
    url.hostname = host;
    expect(storeTroubleOf(await errorOf(new Client({ connectionString: url.href }).connect()))).toBe('unreachable');
  }
});

it('a statement that is wrong by itself is not blamed on the database', async () => {
  expect(storeTroubleOf(await errorOf(pool.query('selec 1')))).toBeNull();
  expect(storeTroubleOf(new TypeError('not a function'))).toBeNull();
});
