import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '#base/time.ts';
import { type Database, openDatabase } from '#storage/database/database.ts';
import { startTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { until } from '../../../tests/support/until.ts';
import { deleteOldVenueEvents } from './delete-old-venue-events.ts';

let urls: TestDatabase;
let engine: Database;

beforeAll(async () => {
  urls = await startTestDatabase();
  engine = openDatabase({ url: urls.engineUrl, poolMax: 2, applicationName: 'test' });
});
afterAll(async () => {
  await engine.close();
  await urls.close();
});

it('events of exchange accounts are deleted seven days after they were received, and newer ones stay', async () => {
  const eventOf = (days: number) => ({
    ...{ accountId: 'a', ownerId: 'ann', kind: `${days} days old`, body: '{}' },
    at: new Date(Date.now() - days * DAY_MS),
  });
  await engine.db
    .insertInto('venueEvents')
    .values([...Array.from({ length: 1_100 }, () => eventOf(8)), eventOf(7.1), eventOf(6.9), eventOf(0)])
    .execute();
  const lines: string[] = [];
  const deleting = deleteOldVenueEvents({ engine, log: (line) => void lines.push(line) });
  const kinds = async () =>
    (await engine.db.selectFrom('venueEvents').select('kind').orderBy('at').execute()).map(({ kind }) => kind);
  await until(async () => (await kinds()).length === 2);
  await deleting.stop();
  expect(await kinds()).toEqual(['6.9 days old', '0 days old']);
  expect(lines).toEqual([]);
});
