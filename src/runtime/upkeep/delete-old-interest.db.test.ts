import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, instantOf, later } from '#base/time.ts';
import { type Database, openDatabase } from '#storage/database/database.ts';
import { openInterestPage, saveOpenInterest } from '#storage/screener/open-interest.ts';
import { startTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { deleteInterestInTime } from './delete-old-interest.ts';

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

const NOW = instantOf(Date.parse('2025-05-23T00:00:00Z'));
const EDGE = later(NOW, -400 * DAY_MS);

it('open interest goes after 400 days of the market, of every contract, and newer rows stay', async () => {
  const kept = [EDGE, later(EDGE, HOUR_MS), NOW];
  const old = Array.from({ length: 1_300 }, (_, hour) => later(EDGE, -(hour + 1) * HOUR_MS));
  for (const symbol of ['BTCUSDT', 'ETHUSDT']) {
    const rows = [...old, ...kept].map((at) => ({ symbol, at, coins: '1500.25', price: '2000.4' }));
    await saveOpenInterest(engine, rows);
  }
  const told: string[] = [];
  const deleting = deleteInterestInTime({ engine, now: () => NOW, log: (line) => void told.push(line) });
  for (const symbol of ['BTCUSDT', 'ETHUSDT']) {
    const times = async () =>
      (await openInterestPage(engine, { symbol, before: null, limit: 5_000 })).map(({ at }) => at);
    await expect.poll(times).toEqual(kept.toReversed());
  }
  await deleting.stop();
  expect(told).toEqual([]);
});

it('open interest that could not be deleted is told of once, and stops nobody', async () => {
  const away = openDatabase({ url: 'postgres://nobody:none@127.0.0.1:1/none', poolMax: 1, applicationName: 'test' });
  const told: string[] = [];
  await deleteInterestInTime({ engine: away, now: () => NOW, log: (line) => void told.push(line) }).stop();
  expect(told).toEqual([
    expect.stringMatching(/^Old open interest was not deleted, which is tried again in an hour: /),
  ]);
  await away.close();
});
