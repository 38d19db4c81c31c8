import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { QUEUE_SCHEMA } from '../tests/queue-schema.ts';
import { ACCESS } from './access.ts';
import { asUser, type Database, lossySettings, openDatabase } from './database.ts';
import { refuseBypass } from './roles.ts';

let urls: TestDatabase;
const open: Database[] = [];
let app: Database;
let engine: Database;
let identity: Database;
let lab: Database;
let owner: Database;

beforeAll(async () => {
  urls = await startTestDatabase();
  const opened = (url: string): Database => {
    const database = openDatabase({ url, poolMax: 2, applicationName: 'test' });
    open.push(database);
    return database;
  };
  app = opened(urls.appUrl);
  engine = opened(urls.engineUrl);
  identity = opened(urls.identityUrl);
  lab = opened(urls.labUrl);
  owner = opened(urls.ownerUrl);
});

afterAll(async () => {
  for (const database of open) await database.close();
  await urls.close();
});

const portfolio = (portfolioId: string, ownerId: string) => ({
  portfolioId,
  ownerId,
  name: portfolioId,
  kind: 'dca-bot' as const,
  execution: 'paper' as const,
  comment: '',
  limitUsdt: null,
  isDemo: false,
  walletStart: '10000',
  wallet: '10000',
  minuteAt: null,
  createdAt: new Date(0),
});

describe('the login of requests', () => {
  beforeAll(async () => {
    for (const user of ['ann', 'bob']) {
      await asUser(app, user, (tx) =>
        tx
          .insertInto('portfolios')
          .values(portfolio(`of-${user}`, user))
          .execute(),
      );
    }
  });

  it('a request reads only the rows of its user, even if the query names no owner', async () => {
    const seen = (user: string) => asUser(app, user, (tx) => tx.selectFrom('portfolios').select('ownerId').execute());
    expect(await seen('ann')).toEqual([{ ownerId: 'ann' }]);
    expect(await seen('bob')).toEqual([{ ownerId: 'bob' }]);
  });

  it('a request without a user reads no row, even on a connection that served a user before', async () => {
    expect(await app.db.selectFrom('portfolios').selectAll().execute()).toEqual([]);
  });

  it('a request cannot insert or change a row of another user, and cannot delete any portfolio', async () => {
    const mallory = portfolio('smuggled', 'bob');
    await expect(asUser(app, 'ann', (tx) => tx.insertInto('portfolios').values(mallory).execute())).rejects.toThrow(
      /row-level security/,
    );
    const changed = await asUser(app, 'ann', (tx) =>
      tx.updateTable('portfolios').set({ comment: 'mine' }).where('portfolioId', '=', 'of-bob').executeTakeFirst(),
    );
    expect(changed.numUpdatedRows).toBe(0n);
    // Only the engine deletes a portfolio, together with what runs in it.
    await expect(
      asUser(app, 'ann', (tx) => tx.deleteFrom('portfolios').where('portfolioId', '=', 'of-bob').execute()),
    ).rejects.toThrow(/permission denied/);
  });

  it('a request cannot write what the engine records', async () => {
    const refused = (work: string) =>
      expect(asUser(app, 'ann', (tx) => sql.raw(work).execute(tx))).rejects.toThrow(/permission denied/);
    await refused(`update portfolios set wallet = 1000000`);
    await refused(`update bots set state = 'RUNNING'`);
    for (const table of ['trades', 'orders', 'cycles', 'ledger', 'bot_days', 'portfolio_results', 'logs', 'commands']) {
      await refused(`delete from ${table}`);
      await refused(`insert into ${table} default values`);
    }
  });

  it('every table of users has a forced row-level policy', async () => {
    const { rows } = await sql<{ relname: string }>`
      select relname from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%'
         and not (relrowsecurity and relforcerowsecurity)`.execute(owner.db);
    expect(rows).toEqual([]);
    const { rows: restricted } = await sql<{ tablename: string }>`
      select tablename from pg_policies where policyname = 'app' order by tablename`.execute(owner.db);
    expect(restricted.map(({ tablename }) => tablename)).toEqual(Object.keys(ACCESS.app.tables).sort());
  });
});

describe('sealed keys and documents', () => {
  const key = (ownerId: string) => ({
    ownerId,
    environment: 'sim' as const,
    version: 1,
    sealed: Buffer.from('sealed'),
    lastFour: 'abcd',
    changedAt: new Date(0),
  });
  const document = (ownerId: string) => ({
    ownerId,
    path: 'keys/readApiKeys',
    version: 1,
    sealed: Buffer.from('sealed'),
    updatedAt: new Date(0),
  });

  it('a request writes sealed keys and documents of its user but cannot read the sealed bytes', async () => {
    await asUser(app, 'ann', async (tx) => {
      await tx.insertInto('exchangeKeys').values(key('ann')).execute();
      await tx.insertInto('documents').values(document('ann')).execute();
    });
    for (const table of ['exchangeKeys', 'documents'] as const) {
      const own = await asUser(app, 'ann', (tx) => tx.selectFrom(table).select('version').execute());
      expect(own).toEqual([{ version: 1 }]);
      const sealed = asUser(app, 'ann', (tx) => tx.selectFrom(table).select('sealed').execute());
      await expect(sealed).rejects.toThrow(/permission denied/);
    }
  });

  it('a user cannot see, change, delete or insert the keys and documents of another', async () => {
    for (const table of ['exchangeKeys', 'documents'] as const) {
      expect(await asUser(app, 'bob', (tx) => tx.selectFrom(table).select('version').execute())).toEqual([]);
    }
    const changed = await asUser(app, 'bob', (tx) => tx.updateTable('exchangeKeys').set({ version: 9 }).execute());
    const deleted = await asUser(app, 'bob', (tx) => tx.deleteFrom('documents').execute());
    expect([changed[0]?.numUpdatedRows, deleted[0]?.numDeletedRows]).toEqual([0n, 0n]);
    const smuggled = asUser(app, 'bob', (tx) => tx.insertInto('exchangeKeys').values(key('carl')).execute());
    await expect(smuggled).rejects.toThrow(/row-level security/);
  });

  it('the engine reads sealed keys and documents whole', async () => {
    const rows = await engine.db.selectFrom('exchangeKeys').select(['ownerId', 'sealed']).execute();
    expect(rows).toEqual([{ ownerId: 'ann', sealed: Buffer.from('sealed') }]);
  });
});

describe('exchange accounts', () => {
  const READ = ['exchange_accounts', 'intents', 'venue_orders', 'fills', 'claims'];
  const OF_ENGINE = ['venue_events', 'income', 'decisions', 'halts', 'installation_codes'];

  beforeAll(async () => {
    for (const user of ['ann', 'bob']) {
      const statements = [
        `insert into exchange_accounts (account_id, owner_id, environment) values ('of-${user}', '${user}', 'sim')`,
        `insert into intents values ('of-${user}', 1, '${user}', 'p', 'b', 'ETHUSDT', 'buy', 1, 1, 'bo', 0, 'place', 1, 'c', '{}', true, 'SENDING', now())`,
        `insert into venue_orders values ('of-${user}', 'c', '${user}', 1, '77', null, null, 'NEW', 0, now())`,
        `insert into fills values ('of-${user}', 'ETHUSDT', '9', '${user}', '77', 'c', 'b', 'BUY', 'LONG', 1, 1, 0, 'USDT', 0, true, now())`,
        `insert into claims values ('of-${user}', 'ETHUSDT', 'LONG', '${user}', 'b', now())`,
      ];
      for (const statement of statements) await sql.raw(statement).execute(engine.db);
    }
  });

  it('a request reads the exchange accounts, intents, orders, fills and claims of its user, and none of another', async () => {
    for (const table of READ) {
      const seen = await asUser(app, 'ann', (tx) => sql.raw(`select account_id from ${table}`).execute(tx));
      expect(seen.rows, table).toEqual([{ accountId: 'of-ann' }]);
    }
  });

  it('a request changes nothing of an exchange account, and reads nothing else of it', async () => {
    const refused = (work: string) =>
      expect(
        asUser(app, 'ann', (tx) => sql.raw(work).execute(tx)),
        work,
      ).rejects.toThrow(/permission denied/);
    for (const table of READ) {
      await refused(`delete from ${table}`);
      await refused(`insert into ${table} default values`);
      await refused(`update ${table} set owner_id = 'ann'`);
    }
    for (const table of OF_ENGINE) await refused(`select * from ${table}`);
  });
});

describe('identity tables', () => {
  it('requests and the engine cannot reach the tables of identities', async () => {
    for (const database of [app, engine]) {
      for (const table of ['users', 'refresh_tokens', 'ended_sessions']) {
        await expect(sql.raw(`select * from ${table}`).execute(database.db)).rejects.toThrow(/permission denied/);
      }
    }
  });

  it('the identity login reaches the tables of identities and no other', async () => {
    expect(await identity.db.selectFrom('users').selectAll().execute()).toEqual([]);
    await expect(identity.db.selectFrom('portfolios').selectAll().execute()).rejects.toThrow(/permission denied/);
  });
});

describe('the login of the lab', () => {
  it('reaches tests, their points and the queue of their jobs, and no other table: no owner, no key, no identity', async () => {
    const { rows } = await sql<{ name: string; isReached: boolean }>`
      select format('%I.%I', nspname, relname) as name,
             has_schema_privilege(nspname, 'usage') and has_any_column_privilege(pg_class.oid, 'select, insert, update') as is_reached
        from pg_class join pg_namespace on pg_namespace.oid = relnamespace
       where relkind in ('r', 'p') and nspname not like 'pg\\_%' and nspname <> 'information_schema'`.execute(lab.db);
    const reached = rows.filter(({ isReached }) => isReached).map(({ name }) => name);
    const queue = reached.filter((name) => name.startsWith(QUEUE_SCHEMA));
    expect(reached.filter((name) => !queue.includes(name)).toSorted()).toEqual([
      'public.test_bots',
      'public.test_conditions',
      'public.test_windows',
    ]);
    expect([queue.length > 0, rows.length > reached.length + 20]).toEqual([true, true]);
    for (const table of ['users', 'exchange_keys', 'portfolios', 'bots', 'audit_trail'])
      await expect(sql.raw(`select * from ${table}`).execute(lab.db)).rejects.toThrow(/permission denied/);
    const foreign = sql`update test_conditions set owner_id = 'bob'`.execute(lab.db);
    await expect(foreign).rejects.toThrow(/permission denied/);
  });
});

describe('logins that could bypass the policies', () => {
  it('a login that owns tables is refused', async () => {
    await expect(refuseBypass(urls.ownerUrl)).rejects.toMatchObject({ code: 'LOGIN_CAN_BYPASS' });
  });

  it('a login that can become the owner of a table is refused', async () => {
    await sql`create role test_holder; grant test_holder to botyard_owner; grant create on schema public to test_holder;
      create table held (); alter table held owner to test_holder; grant test_holder to botyard_identity`.execute(
      owner.db,
    );
    try {
      await expect(refuseBypass(urls.identityUrl)).rejects.toMatchObject({ code: 'LOGIN_CAN_BYPASS' });
    } finally {
      await sql`drop table held; revoke create on schema public from test_holder; drop role test_holder`.execute(
        owner.db,
      );
    }
  });

  it('the logins of requests, engine, identity and lab cannot bypass row-level security', async () => {
    await Promise.all([urls.appUrl, urls.engineUrl, urls.identityUrl, urls.labUrl].map(refuseBypass));
  });
});

describe('the database', () => {
  it('the database stores decimals exactly', async () => {
    const values = ['0.123456789012345678', '90071992547409.93000001', '-0.00000001', '0.00000000'];
    for (const [index, amount] of values.entries()) {
      const row = { sourceId: `exact-${index}`, account: 'wallet', ownerId: 'ann', portfolioId: 'p', ts: new Date(0) };
      await engine.db
        .insertInto('ledger')
        .values({ ...row, amount })
        .execute();
    }
    const rows = await engine.db.selectFrom('ledger').select('amount').orderBy('sourceId').execute();
    expect(rows.map((row) => row.amount)).toEqual(values);
  });

  it('a connection that the database ends in a transaction does not end the program', async () => {
    const cut = asUser(app, 'ann', (tx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx));
    await expect(cut).rejects.toThrow(/terminat/);
    expect(await asUser(app, 'ann', (tx) => tx.selectFrom('portfolios').select('ownerId').execute())).toHaveLength(1);
  });

  it('settings by which the database may lose acknowledged commits are named', async () => {
    expect(await lossySettings(engine.db)).toEqual([]);
    const hasty = openDatabase({ url: urls.engineUrl, poolMax: 1, applicationName: 'test' });
    open.push(hasty);
    await sql`set synchronous_commit = off`.execute(hasty.db);
    expect(await lossySettings(hasty.db)).toEqual(['synchronous_commit']);
  });
});
