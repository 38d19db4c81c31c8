import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { coinMarketCap } from './coinmarketcap.ts';

const KEY = 'b54bcf4d-1bca-4e8e-9a24-22ff2c3d462c';
const OK = { timestamp: '2026-11-25T00:00:00Z', error_code: 0, error_message: null, elapsed: 10, credit_count: 1 };
/** As the documentation of CoinMarketCap shows Bitcoin. */
const BITCOIN = {
  ...{ id: 1, name: 'Bitcoin', symbol: 'BTC', slug: 'bitcoin', is_active: 1, is_fiat: 0, cmc_rank: 1 },
  ...{ circulating_supply: 17199862, total_supply: 17199862, max_supply: 21000000 },
  date_added: '2013-04-28T00:00:00.000Z',
  tags: [{ slug: 'mineable', name: 'Mineable', category: 'OTHERS' }],
  quote: {
    USD: {
      ...{ price: 6602.60701122, volume_24h: 4314444687.5194, market_cap: 852164659250.2758 },
      ...{ fully_diluted_market_cap: 952835089431.14, last_updated: '2018-08-09T21:56:28.000Z' },
    },
  },
};

let server: Server;
let origin: string;
let asked: IncomingMessage[];
let answer: { status: number; body: unknown };

beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    asked.push(request);
    const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const market = () => coinMarketCap({ origin, apiKey: KEY });
const answers = (data: unknown) => {
  answer = { status: 200, body: { status: OK, data } };
};

describe('CoinMarketCap', () => {
  it('is asked for quotes by id, with the key in a header and nowhere else', async () => {
    answers({ 1: BITCOIN });
    expect(await market().quotes([1, 1027])).toEqual([
      {
        ...{ coinId: 1, name: 'Bitcoin', symbol: 'BTC', slug: 'bitcoin', rank: 1, tags: ['Mineable'] },
        ...{ price: '6602.60701122', marketCap: '852164659250.2758', fullyDilutedCap: '952835089431.14' },
        ...{ dayVolume: '4314444687.5194', circulatingSupply: '17199862', totalSupply: '17199862' },
        ...{ maxSupply: '21000000', addedAt: Date.UTC(2013, 3, 28) },
      },
    ]);
    expect(asked.map(({ url }) => url)).toEqual([
      '/v2/cryptocurrency/quotes/latest?id=1,1027&skip_invalid=true&convert=USD',
    ]);
    expect(asked[0]?.headers['x-cmc_pro_api_key']).toBe(KEY);
    expect(asked[0]?.url).not.toContain(KEY);
  });

  it('may leave out what it does not know of a coin', async () => {
    const quote = { USD: { price: null, volume_24h: null, market_cap: null, fully_diluted_market_cap: null } };
    answers({ 1: { ...BITCOIN, max_supply: null, cmc_rank: null, tags: null, date_added: null, quote } });
    const [coin] = await market().quotes([1]);
    expect(coin).toMatchObject({ maxSupply: null, rank: null, tags: [], addedAt: null, price: null, marketCap: null });
  });

  it('an unreadable row costs only its coin, which is named', async () => {
    const coins = market();
    answers({ 1: BITCOIN, 2: { ...BITCOIN, id: 2, circulating_supply: -1 }, 3: { ...BITCOIN, id: 3 } });
    expect((await coins.quotes([1, 2, 3])).map(({ coinId }) => coinId)).toEqual([1, 3]);
    expect([...coins.leftOut()]).toEqual([[2, 'circulating_supply']]);
    answers({ 2: { ...BITCOIN, id: 2 } });
    await coins.quotes([2]);
    expect([...coins.leftOut()]).toEqual([]);
  });

  it('tells what coins are, and how many calls the plan allows', async () => {
    answers({ 1: { id: 1, description: 'Bitcoin (BTC) is a consensus network.' }, 2: { id: 2, description: null } });
    expect([...(await market().descriptions([1, 2]))]).toEqual([[1, 'Bitcoin (BTC) is a consensus network.']]);
    answers({
      plan: { credit_limit_monthly: 10000 },
      usage: { current_month: { credits_used: 100, credits_left: 9900 } },
    });
    expect(await market().creditsLeft()).toBe(9_900);
  });

  it.each([
    [401, 1001, 'COINS_KEY_REFUSED', false],
    [403, 1006, 'COINS_KEY_REFUSED', false],
    [402, 1003, 'COINS_QUOTA_USED', false],
    [429, 1008, 'COINS_BUSY', true],
    [429, 1010, 'COINS_QUOTA_USED', false],
    [429, 1011, 'COINS_BUSY', true],
    [403, 1003, 'COINS_QUOTA_USED', false],
    [400, 1001, 'COINS_KEY_REFUSED', false],
    [400, 400, 'COINS_UNAVAILABLE', true],
    [500, 500, 'COINS_UNAVAILABLE', true],
  ])('status %i with code %i is %s', async (status, error_code, code, isRetryable) => {
    answer = { status, body: { status: { ...OK, error_code, error_message: `no ${KEY}` } } };
    const failure = market().quotes([1]);
    await expect(failure).rejects.toMatchObject({ code, isRetryable });
    await expect(failure).rejects.not.toThrow(KEY);
  });

  it.each([
    ['text', 'hello'],
    ['another shape', { status: OK, data: [1] }],
    ['two wrong rows of two', { status: OK, data: { 1: { ...BITCOIN, total_supply: -1 }, 2: null } }],
  ])('%s instead of an answer is refused', async (_, body) => {
    answer = { status: 200, body };
    await expect(market().quotes([1])).rejects.toMatchObject({ code: 'COINS_ANSWER' });
  });

  it.each([
    [401, 'COINS_UNAVAILABLE'],
    [403, 'COINS_UNAVAILABLE'],
    [429, 'COINS_BUSY'],
    [502, 'COINS_UNAVAILABLE'],
  ])('an error page of a proxy with status %i blames neither the key nor the plan', async (status, code) => {
    answer = { status, body: '<html>not CoinMarketCap</html>' };
    await expect(market().quotes([1])).rejects.toMatchObject({ code, isRetryable: true });
  });

  it('that is away can be asked again', async () => {
    const away = coinMarketCap({ origin: 'http://127.0.0.1:1', apiKey: KEY });
    await expect(away.creditsLeft()).rejects.toMatchObject({ code: 'COINS_UNAVAILABLE', isRetryable: true });
  });
});
