import { once } from 'node:events';
import net from 'node:net';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../../tests/support/database.ts';
import { asUser, type Database, openDatabase, readAsUser, type Tx } from '../database.ts';
import { ranTooLong } from '../ran-too-long.ts';
import type { Tables } from '../schema.ts';
import { storeTroubleOf } from '../store-trouble-of.ts';

let urls: TestDatabase;
/** With one connection, so that each transaction runs on that of the one before. */
let app: Database;

beforeAll(async () => {
  urls = await startTestDatabase();
  app = openDatabase({ url: urls.appUrl, poolMax: 1, applicationName: 'test' });
  for (const owner of ['ann', 'bob']) await asUser(app, owner, (tx) => insert(tx, owner, owner));
});

afterAll(async () => {
  await app.close();
  await urls.close();
});

async function insert(tx: Tx, portfolioId: string, ownerId: string): Promise<void> {
  const row = { portfolioId, ownerId, name: portfolioId, kind: 'dca-bot' as const, execution: 'paper' as const };
  const rest = { comment: '', limitUsdt: null, isDemo: false, walletStart: '1', wallet: '1', minuteAt: null };
  await tx
    .insertInto('portfolios')
    .values({ ...row, ...rest, createdAt: new Date(0) })
    .execute();
}

async function seen(db: Kysely<Tables>): Promise<readonly string[]> {
  const rows = await db.selectFrom('portfolios').select(['ownerId', 'portfolioId']).orderBy('portfolioId').execute();
  return rows.map(({ ownerId, portfolioId }) => `${portfolioId} of ${ownerId}`);
}

const wrong = (tx: Tx) => sql`select 1 / 0`.execute(tx);

/** What the connection carries over: nothing, to another user or to no user. */
async function expectNothingLeft(): Promise<void> {
  const { rows } = await sql<{ user: string; timeout: string }>`
    select coalesce(current_setting('botyard.user', true), '') as user,
           current_setting('statement_timeout') as timeout`.execute(app.db);
  expect(rows).toEqual([{ user: '', timeout: '0' }]);
  expect(await seen(app.db)).toEqual([]);
  expect(await readAsUser(app, 'bob', seen)).toEqual(['bob of bob']);
}

describe('a transaction of a user', () => {
  it('a reading is sent whole before anything of it is answered', async () => {
    const mute = await muteAtWill(urls.appUrl);
    const slow = openDatabase({ url: mute.url, poolMax: 1, applicationName: 'test' });
    await asUser(slow, 'ann', seen); // It ends with its commit, so the connection is free.
    mute.hold();
    const reading = readAsUser(slow, 'ann', (tx) =>
      Promise.all([seen(tx), sql`select 'the second statement'`.execute(tx)]),
    );
    // The statement is new to this connection, so its text is sent; the others go by their names.
    await expect.poll(() => mute.received()).toContain('the second statement');
    mute.release();
    expect((await reading)[0]).toEqual(['ann of ann']);
    await slow.close();
    mute.close();
  });

  it('a statement that fails undoes those before and stops those behind, and leaves nothing on the connection', async () => {
    const work = (tx: Tx) => Promise.all([insert(tx, 'before', 'ann'), wrong(tx), insert(tx, 'behind', 'ann')]);
    await expect(asUser(app, 'ann', work)).rejects.toThrow(/division by zero/);
    await expectNothingLeft();
    expect(await readAsUser(app, 'ann', seen)).toEqual(['ann of ann']);
  });

  it('a statement that runs too long is given up, and leaves nothing on the connection', async () => {
    const work = (tx: Tx) =>
      Promise.all([
        sql`select set_config('statement_timeout', '20', true)`.execute(tx),
        sql`select pg_sleep(60)`.execute(tx),
        seen(tx),
      ]);
    expect(ranTooLong(await readAsUser(app, 'ann', work).catch((error: unknown) => error))).toBe(true);
    await expectNothingLeft();
  });

  it('without its user set no statement of a transaction is carried out, and the first cause is told', async () => {
    const isCarriedOut = vi.fn();
    const work = (tx: Tx) => seen(tx).then(isCarriedOut);
    for (const transact of [asUser, readAsUser]) {
      await expect(transact(app, 'no\0user', work)).rejects.toThrow(/invalid byte sequence/);
    }
    expect(isCarriedOut).not.toHaveBeenCalled();
    await expectNothingLeft();
  });

  it('work that goes on after its transaction has ended reaches no other transaction', async () => {
    let kept: Tx | null = null;
    const fails = readAsUser(app, 'ann', (tx) => {
      kept = tx;
      return wrong(tx);
    });
    await expect(fails).rejects.toThrow(/division by zero/);
    const late = readAsUser(app, 'bob', async (tx) => {
      const other = kept === null ? null : await seen(kept).catch((error: unknown) => String(error));
      return [other, await seen(tx)];
    });
    expect(await late).toEqual([expect.stringContaining('after the end of a transaction'), ['bob of bob']]);
  });

  it('a reading cannot write', async () => {
    await expect(readAsUser(app, 'ann', (tx) => insert(tx, 'written', 'ann'))).rejects.toThrow(/read-only transaction/);
    await expectNothingLeft();
  });

  it('work that hides a failed statement is told that nothing was committed', async () => {
    const work = async (tx: Tx) => {
      await insert(tx, 'hidden', 'ann');
      await wrong(tx).catch(() => {});
    };
    await expect(asUser(app, 'ann', work)).rejects.toThrow(/rolled back instead/);
    expect(await readAsUser(app, 'ann', seen)).toEqual(['ann of ann']);
  });

  it('a reading whose connection is cut fails as unreachable, and the next one gets another connection', async () => {
    const cut = readAsUser(app, 'ann', (tx) =>
      Promise.all([sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx), seen(tx)]),
    );
    expect(storeTroubleOf(await cut.catch((error: unknown) => error))).toBe('unreachable');
    await expectNothingLeft();
  });

  it('users whose transactions fail and succeed side by side see only their own rows', async () => {
    const many = openDatabase({ url: urls.appUrl, poolMax: 3, applicationName: 'test' });
    const numbers = Array.from({ length: 120 }, (_unused, number) => number);
    const results = await Promise.allSettled(
      numbers.map((number) =>
        readAsUser(many, number % 2 === 0 ? 'ann' : 'bob', async (tx) =>
          number % 3 === 0 ? Promise.all([wrong(tx), seen(tx)]) : seen(tx),
        ),
      ),
    );
    const expected = numbers.map((number) => {
      if (number % 3 === 0) return 'rejected';
      return number % 2 === 0 ? ['ann of ann'] : ['bob of bob'];
    });
    expect(results.map((result) => (result.status === 'fulfilled' ? result.value : result.status))).toEqual(expected);
    await many.close();
  });
});

/** A way to the database that passes on no answer while it is told to hold them. */
async function muteAtWill(databaseUrl: string) {
  const target = new URL(databaseUrl);
  let [received, isHeld] = ['', false];
  const servers = new Set<net.Socket>();
  const proxy = net.createServer((client) => {
    const server = net.connect(Number(target.port), target.hostname);
    servers.add(server);
    client.on('data', (data) => {
      if (isHeld) received += data.toString('latin1');
      server.write(data);
    });
    server.on('data', (data) => client.write(data));
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((proxy.address() as net.AddressInfo).port);
  return {
    url: url.href,
    received: () => received,
    hold() {
      isHeld = true;
      for (const server of servers) server.pause();
    },
    release() {
      isHeld = false;
      for (const server of servers) server.resume();
    },
    close: () => proxy.close(),
  };
}
