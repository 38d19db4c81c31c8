import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR_MS, later } from '#base/time.ts';
import type { ContractFacts } from '#market/market-answers.ts';
import { marketSurvey } from '#market/market-survey.ts';
import { type Database, openDatabase } from '#storage/database/database.ts';
import { openInterestPage } from '#storage/screener/open-interest.ts';
import { startTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { playedSource } from '../../../tests/support/played-source.ts';
import { surveyAll } from './survey-all.ts';

let urls: TestDatabase;
let database: Database;
beforeAll(async () => {
  urls = await startTestDatabase();
  database = openDatabase({ url: urls.engineUrl, poolMax: 2, applicationName: 'test survey' });
});
afterAll(async () => {
  await database.close();
  await urls.close();
});

it('the first survey also keeps the month of open interest that the exchange tells, and a later one the hours between', async () => {
  const source = playedSource({ symbols: ['ETHUSDT'] });
  const listings = new Map((await source.listings()).map((one) => [one.instrument.symbol, one]));
  const { signal } = new AbortController();
  const survey = marketSurvey({ source, listings: () => listings, tell: () => {}, signal });
  const look = async () => {
    const [ticker = null] = await source.tickers();
    const contracts: ContractFacts[] = [...listings.values()].map((listing) => ({
      ...{ listing, ticker, mark: null, stored: null, coveredPercent: 0 },
    }));
    await surveyAll({ survey, database, contracts, snapshots: [], signal });
  };
  const kept = async () => (await openInterestPage(database, { symbol: 'ETHUSDT', before: null, limit: 1_000 })).length;
  const asked = () => source.asked.filter((one) => one.startsWith('interest of hours')).length;
  await look();
  const first = await kept();
  expect(first).toBe(29 * 24 + 1); // Every full hour, and the moment of the survey.
  const questions = asked();
  await look();
  expect([asked(), await kept()]).toEqual([questions, first]);
  source.advance(5 * 60);
  await look();
  expect(await kept()).toBe(first + 5 + 1);
  const [, newest] = await openInterestPage(database, { symbol: 'ETHUSDT', before: null, limit: 2 });
  expect(newest?.at).toBe(later(source.closed(), -(source.closed() % HOUR_MS)));
});
