import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { instantOf } from '#base/time.ts';
import { type Database, openDatabase } from '#storage/database/database.ts';
import { startTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { saveOrderDays } from './save-order-days.ts';

let urls: TestDatabase;
let engine: Database;

beforeAll(async () => {
  urls = await startTestDatabase();
  engine = openDatabase({ url: urls.engineUrl, poolMax: 2, applicationName: 'test' });
  await sql`
    insert into portfolios (portfolio_id, owner_id, name, kind, execution, comment, wallet_start, wallet, minute_at, created_at)
    values ('p', 'ann', 'one', 'dca-bot', 'paper', '', 0, 0, '2025-05-23T00:00:00Z', '2025-05-20T10:00:00Z')`.execute(
    engine.db,
  );
});
afterAll(async () => {
  await engine.close();
  await urls.close();
});

const savedDays = async () =>
  (
    await sql<{ day: string }>`select day from order_stat_days where saved_changes = changes order by day`.execute(
      engine.db,
    )
  ).rows.map(({ day }) => day);

async function saveAt(now: string, expected: readonly string[]): Promise<void> {
  const lines: string[] = [];
  const saving = saveOrderDays({ engine, now: () => instantOf(Date.parse(now)), log: (line) => void lines.push(line) });
  await expect.poll(savedDays).toEqual(expected);
  await saving.stop();
  expect(lines).toEqual([]);
}

it('the statistics of a day are saved by themselves five minutes of market time after it is over', async () => {
  await saveAt('2025-05-22T00:04:59Z', ['2025-05-20']);
  await saveAt('2025-05-22T00:05:00Z', ['2025-05-20', '2025-05-21']);
});

it('a database that does not answer is logged once and tried again, and stops nobody', async () => {
  const away = openDatabase({ url: 'postgres://nobody:none@127.0.0.1:1/none', poolMax: 1, applicationName: 'test' });
  const lines: string[] = [];
  const saving = saveOrderDays({
    engine: away,
    now: () => instantOf(Date.parse('2025-05-23')),
    log: (line) => void lines.push(line),
  });
  await saving.stop();
  expect(lines).toEqual([expect.stringMatching(/^Statistics of orders were not saved, which is tried again: /)]);
  await away.close();
});
