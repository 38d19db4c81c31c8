import { sql } from 'kysely';
import pg from 'pg';
import { expect, it } from 'vitest';
import { startTestDatabase } from '../../../tests/support/database.ts';
import { openDatabase } from '../database/database.ts';
import { rollUpEquity } from './roll-up-equity.ts';

const BOTS = 20;
/** A year and a half: PostgreSQL chose between two indexes by their height. */
const HOURS = 13_140;
const LAST = new Date('2025-06-01T00:00:00Z');

it('an hour of a portfolio reads the last hour of each of its bots, and none for those that have no hours yet', async () => {
  const urls = await startTestDatabase();
  const owner = new pg.Client(urls.ownerUrl);
  const engine = openDatabase({ url: urls.engineUrl, poolMax: 1, applicationName: 'test' });
  try {
    await owner.connect();
    await owner.query(
      `insert into bot_hours (bot_id, owner_id, portfolio_id, ts, realized, unrealized)
       select md5(portfolio || 1), 'ann', portfolio, $1::timestamptz - hour * interval '1 hour', 1, 0
         from unnest(array['first', 'second']) as portfolio, generate_series(0, $2::integer) as hour`,
      [LAST, HOURS],
    );
    await owner.query(
      `insert into bot_totals (bot_id, owner_id, portfolio_id, cycles, gross, commission, funding, liquidation_fee, result, volume)
       select md5('first' || bot), 'ann', 'first', 0, 0, 0, 0, 0, 0, 0 from generate_series(1, $1::integer) as bot`,
      [BOTS],
    );
    await owner.query('vacuum analyze bot_hours, bot_totals');
    const { gained, read } = await engine.db.transaction().execute(async (tx) => {
      await rollUpEquity(tx, [{ ownerId: 'ann', portfolioId: 'first', ts: LAST }]);
      const hours = await tx.selectFrom('portfolioHours').select('gained').execute();
      const { rows } = await sql<{ read: string }>`
          select seq_tup_read + idx_tup_fetch as read
            from pg_stat_xact_user_tables where relname = 'bot_hours'`.execute(tx);
      return { gained: hours.map((hour) => Number(hour.gained)), read: Number(rows[0]?.read) };
    });
    expect({ gained, read }).toEqual({ gained: [1], read: 1 });
  } finally {
    await engine.close();
    await owner.end();
    await urls.close();
  }
});
