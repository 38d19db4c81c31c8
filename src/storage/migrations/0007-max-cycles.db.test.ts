import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { expect, it } from 'vitest';
import { startTestDatabase } from '../../../tests/support/database.ts';
import { surviveDisconnects } from '../database/database.ts';
import { up } from './0007-max-cycles.ts';

const AT = '2025-06-01T00:00:00Z';

it('migration 7 gives a stored bot no limit of cycles and counts those of its run that had a fill', async () => {
  const urls = await startTestDatabase();
  const pool = new pg.Pool({ connectionString: urls.ownerUrl, max: 1 });
  surviveDisconnects(pool); // It has ended before its connection has, which the drop of the database may meet.
  const owner = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const client = new pg.Client(urls.ownerUrl);
  await client.connect();
  try {
    const snapshot = { bot: { botId: 'bot', params: { direction: 'buy' }, atoms: [] }, netCycles: [] };
    await client.query(
      `insert into bots (bot_id, owner_id, portfolio_id, kind, name, comment, symbols, state, run_no, created_at, snapshot)
       values ('bot', 'ann', 'portfolio', 'dca-bot', 'Bot', '', '[]', 'RUNNING', 2, $1, $2)`,
      [AT, JSON.stringify(snapshot)],
    );
    await client.query(`insert into strategy_versions values ('strategy', 'ann', 1, '{"direction": "buy"}', $1)`, [AT]);
    // One of run 1, one of run 2, and one of run 2 without a fill.
    for (const [seq, run, begin] of [
      [1, 1, AT],
      [2, 2, AT],
      [3, 2, null],
    ] as const) {
      await client.query(
        `insert into cycles values ($1, 'ann', 'portfolio', 'bot', 'atom', null, $2, $2, $3, 'ETHUSDT', 'buy', 'CLOSED', null,
          $4, $5, null, 1, 0, null, null, 0, 5, null, 0, 0, 0, 0, 0, 0, 0, null, null)`,
        [`cycle-${seq}`, run, seq, AT, begin],
      );
    }
    await up(owner);
    const { rows } = await client.query(`select snapshot -> 'bot' as bot, params from bots, strategy_versions`);
    expect(rows).toEqual([
      {
        bot: { botId: 'bot', params: { direction: 'buy', maxCycles: null }, atoms: [], cyclesBegun: 1 },
        params: { direction: 'buy', maxCycles: null },
      },
    ]);
  } finally {
    await client.end();
    await owner.destroy();
    await urls.close();
  }
});
