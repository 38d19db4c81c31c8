import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { instantOf } from '#base/time.ts';
import { type Database, openDatabase } from '#storage/database/database.ts';
import { startTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { deleteLogsAfter } from './delete-old-logs.ts';

let urls: TestDatabase;
let engine: Database;

beforeAll(async () => {
  urls = await startTestDatabase();
  engine = openDatabase({ url: urls.engineUrl, poolMax: 2, applicationName: 'test' });
  await sql`
    insert into portfolios (portfolio_id, owner_id, name, kind, execution, comment, wallet_start, wallet, minute_at, created_at)
    select owner, owner, 'one', 'dca-bot', 'paper', '', 0, 0, '2025-05-23T00:00:00Z', '2025-01-01T10:00:00Z'
      from unnest(array['ann', 'bob']) as owner`.execute(engine.db);
});
afterAll(async () => {
  await engine.close();
  await urls.close();
});

/** A cycle of ann; null: it is open. */
const cycle = (cycleId: string, endAt: string | null) =>
  sql`
    insert into cycles (cycle_id, owner_id, portfolio_id, bot_id, atom_id, opened_run_no, run_no, seq, symbol, direction,
                        state, opened_at, end_at, entry_qty, quantity, levels_filled, levels_total, peak_margin,
                        committed_margin, gross, commission, funding, liquidation_fee, result)
    values (${cycleId}, 'ann', 'ann', 'b', ${cycleId}, 1, 1, 1, 'ETHUSDT', 'buy',
            ${endAt === null ? 'OPEN' : 'CLOSED'}, '2025-01-02T00:00:00Z', ${endAt}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)`.execute(
    engine.db,
  );

/** `count` lines that share an instant. */
const lines = (ownerId: string, ts: string, rest: { code?: string; cycleId?: string; count?: number } = {}) =>
  sql`
    insert into logs (batch_line, owner_id, portfolio_id, bot_id, ts, level, code, detail, figures, cycle_id)
    select gen_random_uuid()::text, ${ownerId}, ${ownerId}, 'b', ${ts}, 'info', ${rest.code ?? 'BOT_STARTED'}, '', '{}',
           ${rest.cycleId ?? null}
      from generate_series(1, ${rest.count ?? 1}::integer)`.execute(engine.db);

const kept = async () => {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', owner_id, to_char(ts at time zone 'UTC', 'YYYY-MM-DD'), code, cycle_id) as line
      from logs order by owner_id, ts, log_id`.execute(engine.db);
  return rows.map(({ line }) => line);
};

it('log lines go after LOG_DAYS of market time, but not those of cycles open since, nor of orders that were not sent', async () => {
  await cycle('open', null);
  await cycle('long-over', '2025-05-01T00:00:00Z');
  await cycle('just-over', '2025-05-15T00:00:00Z');
  await lines('ann', '2025-01-03', { count: 2_500 });
  await lines('ann', '2025-01-03', { code: 'ENTRY_BLOCKED' });
  for (const cycleId of ['open', 'long-over', 'just-over', 'never-stored'])
    await lines('ann', '2025-01-04', { cycleId });
  await lines('ann', '2025-05-13T00:00:00Z');
  await lines('bob', '2025-05-12T23:59:59Z');
  await lines('bob', '2025-05-13T00:00:01Z');
  const told: string[] = [];
  const now = () => instantOf(Date.parse('2025-05-23T00:00:00Z'));
  const deleting = deleteLogsAfter({ engine, logDays: 10, now, log: (line) => void told.push(line) });
  await expect
    .poll(kept)
    .toEqual([
      'ann 2025-01-03 ENTRY_BLOCKED',
      'ann 2025-01-04 BOT_STARTED open',
      'ann 2025-01-04 BOT_STARTED just-over',
      'ann 2025-05-13 BOT_STARTED',
      'bob 2025-05-13 BOT_STARTED',
    ]);
  await deleting.stop();
  expect(told).toEqual([]);
});

it('log lines that could not be deleted are told of once, and stop nobody', async () => {
  const away = openDatabase({ url: 'postgres://nobody:none@127.0.0.1:1/none', poolMax: 1, applicationName: 'test' });
  const told: string[] = [];
  const deleting = deleteLogsAfter({
    ...{ engine: away, logDays: 10, log: (line: string) => void told.push(line) },
    now: () => instantOf(Date.parse('2025-05-23')),
  });
  await deleting.stop();
  expect(told).toEqual([expect.stringMatching(/^Old log lines were not deleted, which is tried again in an hour: /)]);
  await away.close();
});
