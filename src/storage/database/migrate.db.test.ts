import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { asUser, type Database, openDatabase } from './database.ts';
import { MIGRATIONS, migrate } from './migrate.ts';
import { prepareRoles } from './roles.ts';

let urls: TestDatabase;
let owner: Database;

beforeEach(async () => {
  urls = await startTestDatabase();
  owner = openDatabase({ url: urls.ownerUrl, poolMax: 2, applicationName: 'test' });
});

afterEach(async () => {
  await owner.close();
  await urls.close();
});

/** What tables, columns, indexes, policies and privileges there are, and which migrations ran. */
async function shape(): Promise<unknown> {
  const parts = [
    sql`select table_name, column_name, data_type, is_nullable from information_schema.columns
         where table_schema = 'public' order by 1, ordinal_position`,
    sql`select indexdef from pg_indexes where schemaname = 'public' order by 1`,
    sql`select tablename, policyname, roles::text, qual, with_check from pg_policies order by 1, 2`,
    sql`select relname, relacl::text, relpersistence from pg_class where relnamespace = 'public'::regnamespace order by 1`,
    sql`select * from kysely_migration order by 1`,
  ];
  const found: unknown[] = [];
  for (const part of parts) found.push((await part.execute(owner.db)).rows);
  return found;
}

const breaking = (breakIt: (db: Kysely<unknown>) => Promise<unknown>): Record<string, Migration> => ({
  ...MIGRATIONS,
  '9999-late': {
    async up(db: Kysely<unknown>) {
      await sql`create table late (late_id text primary key)`.execute(db);
      await breakIt(db);
    },
  },
});

describe('migrations', () => {
  it('migrations and grants that run again change nothing', async () => {
    const before = await shape();
    await migrate(urls.ownerUrl);
    await prepareRoles({ ownerUrl: urls.ownerUrl });
    expect(await shape()).toEqual(before);
  });

  it('a migration that fails is reported by name and leaves nothing behind', async () => {
    const before = await shape();
    const failing = migrate(
      urls.ownerUrl,
      breaking((db) => sql`select 1 / 0`.execute(db)),
    );
    await expect(failing).rejects.toMatchObject({
      code: 'MIGRATION_FAILED',
      message: expect.stringContaining('9999-late'),
    });
    expect(await shape()).toEqual(before);
  });

  it('migrations killed half-way leave nothing behind and succeed the next time', async () => {
    const before = await shape();
    const kill = breaking((db) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(db));
    await expect(migrate(urls.ownerUrl, kill)).rejects.toMatchObject({ code: 'MIGRATION_FAILED' });
    expect(await shape()).toEqual(before);
    await migrate(
      urls.ownerUrl,
      breaking(async () => {}),
    );
    await sql`select * from late`.execute(owner.db);
  });

  it('migrations run once when several processes start together', async () => {
    const migrations = breaking(async () => {});
    await Promise.all([1, 2, 3].map(() => migrate(urls.ownerUrl, migrations)));
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(owner.db);
    expect(rows.map(({ name }) => name)).toEqual([...Object.keys(MIGRATIONS), '9999-late']);
  });

  it('no migration creates an unlogged table', async () => {
    const { rows } = await sql`select relname from pg_class where relpersistence = 'u'`.execute(owner.db);
    expect(rows).toEqual([]);
  });
});

describe('logins', () => {
  it('logins that the operator created get the same access under their own names', async () => {
    await sql`create role test_requests login password 'secret'`.execute(owner.db);
    const own = new URL(urls.ownerUrl);
    own.username = 'test_requests';
    own.password = 'secret';
    try {
      const { appUrl } = await prepareRoles({ ownerUrl: urls.ownerUrl, appUrl: own.href });
      expect(appUrl).toBe(own.href);
      const app = openDatabase({ url: appUrl, poolMax: 1, applicationName: 'test' });
      expect(await asUser(app, 'ann', (tx) => tx.selectFrom('portfolios').selectAll().execute())).toEqual([]);
      await expect(app.db.selectFrom('users').selectAll().execute()).rejects.toThrow(/permission denied/);
      await app.close();
    } finally {
      await sql`grant test_requests to botyard_owner; drop owned by test_requests; drop role test_requests`.execute(
        owner.db,
      );
    }
  });

  it('an owner that may not create roles asks the operator for logins, and they suffice', async () => {
    const name = `poor_${new URL(urls.ownerUrl).pathname.slice(1)}`;
    const login = (role: string): string => {
      const url = new URL(urls.ownerUrl);
      [url.username, url.password, url.pathname] = [role, 'secret', name];
      return url.href;
    };
    const roles = ['test_poor', 'test_requests', 'test_engine'];
    for (const role of roles) await sql.raw(`create role ${role} login password 'secret'`).execute(owner.db);
    await sql`grant test_poor to botyard_owner`.execute(owner.db);
    await sql.raw(`create database ${name} owner test_poor`).execute(owner.db);
    const ownerUrl = login('test_poor');
    try {
      await migrate(ownerUrl);
      await expect(prepareRoles({ ownerUrl })).rejects.toMatchObject({ code: 'ROLES_NOT_CREATED' });
      const made = await prepareRoles({ ownerUrl, appUrl: login('test_requests'), engineUrl: login('test_engine') });
      expect(made.identityUrl).toBe(ownerUrl);
      const identity = openDatabase({ url: made.identityUrl, poolMax: 1, applicationName: 'test' });
      expect(await identity.db.selectFrom('users').selectAll().execute()).toEqual([]);
      await identity.close();
    } finally {
      await sql.raw(`drop database ${name}`).execute(owner.db);
      for (const role of roles) await sql.raw(`drop role ${role}`).execute(owner.db);
    }
  });
});
