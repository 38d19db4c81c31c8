import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DAY_MS } from '#base/time.ts';
import { takeCoins } from '#market/coins/keep-coins.ts';
import type { CoinMarket, CoinQuote } from '#ports/coin-market.ts';
import { type Database, openDatabase } from '#storage/database/database.ts';
import { startTestDatabase } from '../../../tests/support/database.ts';
import { storedCoins } from './open-coins.ts';

const NOW = Date.UTC(2026, 10, 25, 0, 5);
const coinIds = Array.from({ length: 150 }, (_, index) => index + 1);

let test: Awaited<ReturnType<typeof startTestDatabase>>;
let engine: Database;
beforeAll(async () => {
  test = await startTestDatabase();
  engine = openDatabase({ url: test.engineUrl, poolMax: 2, applicationName: 'test coins' });
});
afterAll(async () => {
  await engine.close();
  await test.close();
});

const quote = (coinId: number, price: string): CoinQuote => ({
  ...{ coinId, name: `Coin ${coinId}`, symbol: 'COIN', slug: 'coin', rank: coinId, price, marketCap: '7', tags: ['a'] },
  ...{ fullyDilutedCap: null, dayVolume: null, circulatingSupply: null, totalSupply: null, maxSupply: null },
  addedAt: null,
});

let asked: string[];
let left: number;
let price: string;
const market: CoinMarket = {
  leftOut: () => new Map(),
  creditsLeft: async () => left,
  quotes: async (ids) => {
    asked.push(`quotes ${ids.length}`);
    return ids.filter((id) => id !== 2).map((id) => quote(id, price));
  },
  descriptions: async (ids) => {
    asked.push(`descriptions ${ids.length}`);
    return new Map([[1, 'The first coin.']]);
  },
};
beforeEach(() => {
  [asked, left, price] = [[], 1_000, '1.5'];
});
const unknown = new Set<number>();
const logged: string[] = [];
const take = (now: number) =>
  takeCoins({ market, engine, coinIds, log: (line) => logged.push(line), now: () => now }, unknown);
const services = () =>
  storedCoins(
    engine,
    new Map([
      ['AAA', 1],
      ['BBB', 2],
    ]),
  );

it('coins are read once a day, a hundred a call, and what they are once a month', async () => {
  expect(await take(NOW)).toBe(4);
  expect(asked).toEqual(['quotes 100', 'quotes 50', 'descriptions 100', 'descriptions 50']);
  asked = [];
  await take(NOW + DAY_MS / 2);
  expect(asked).toEqual([]); // Nothing was told of one coin, which is not asked for again.
  expect(logged).toEqual(['CoinMarketCap does not know these ids of CMC_IDS: 2.']);
  asked = [];
  price = '1.75';
  await take(NOW + DAY_MS);
  expect(asked).toEqual(['quotes 100', 'quotes 49']);
  expect(await services().data({ symbol: 'AAAUSDT', coin: 'AAA' })).toMatchObject({
    ...{ available: true, source: 'coinmarketcap', cmcId: 1, name: 'Coin 1', rank: 1, price: '1.75', marketCap: '7' },
    takenAt: new Date(NOW + DAY_MS).toISOString(),
  });
});

it('coins are not read when the plan does not allow all calls of the day', async () => {
  left = 1;
  await expect(take(NOW + 5 * DAY_MS)).rejects.toMatchObject({ code: 'COINS_QUOTA_USED' });
  expect(asked).toEqual([]);
});

it('a coin without an id is never guessed, and one that was not read yet says so', async () => {
  const ask = (coin: string) => services().data({ symbol: `${coin}USDT`, coin });
  expect(await ask('CCC')).toEqual({ available: false, reason: 'NOT_MAPPED' });
  expect(await ask('BBB')).toEqual({ available: false, reason: 'NOT_READ_YET' });
  const sizes = await services().sizes(['AAA', 'BBB', 'CCC']);
  expect(sizes.get('AAA')).toMatchObject({ rank: 1, marketCap: '7', fullyDilutedCap: null, tags: ['a'] });
  expect(sizes.get('AAA')).toMatchObject({ takenAt: new Date(NOW + DAY_MS) });
  expect([sizes.get('BBB'), sizes.get('CCC')]).toEqual(['NOT_READ_YET', 'NOT_MAPPED']);
  const describe = (coin: string) => services().description({ symbol: `${coin}USDT`, coin });
  expect(await describe('AAA')).toEqual({ description: 'The first coin.', reason: null });
  expect(await describe('BBB')).toEqual({ description: null, reason: 'NOT_READ_YET' });
  expect(await describe('CCC')).toEqual({ description: null, reason: 'NOT_MAPPED' });
});
