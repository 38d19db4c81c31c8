import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestDatabase } from '../../../tests/support/database.ts';
import { type Database, openDatabase } from './database.ts';
import { claimEnvironment } from './market-environment.ts';
import { MIGRATIONS, migrate } from './migrate.ts';

describe('the environment of a database', () => {
  let test: Awaited<ReturnType<typeof startTestDatabase>>;
  let engine: Database;
  beforeAll(async () => {
    test = await startTestDatabase();
    engine = openDatabase({ url: test.engineUrl, poolMax: 2, applicationName: 'test engine' });
  });
  afterAll(async () => {
    await engine.close();
    await test.close();
  });

  it('the first start fixes the environment of a database, and any other is refused later', async () => {
    await claimEnvironment(engine, 'demo');
    await claimEnvironment(engine, 'demo');
    await expect(claimEnvironment(engine, 'mainnet')).rejects.toMatchObject({
      code: 'ENVIRONMENT_OTHER',
      message: expect.stringContaining('live by the market of EXCHANGE=demo, not of mainnet'),
    });
  });

  it('a database from before environments were stored belongs to the simulator', async () => {
    const owner = new pg.Client({ connectionString: test.ownerUrl });
    await owner.connect();
    await owner.query('drop table market_environment');
    await owner.query("delete from kysely_migration where name >= '0004'");
    await owner.query("insert into market_clock values (1, '2025-06-01', now()) on conflict do nothing");
    await migrate(test.ownerUrl, Object.fromEntries(Object.entries(MIGRATIONS).slice(0, 4)));
    const { rows } = await owner.query('select environment from market_environment');
    await owner.end();
    expect(rows).toEqual([{ environment: 'sim' }]);
  });
});
