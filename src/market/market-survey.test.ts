import { beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '#base/errors.ts';
import { DAY_MS, HOUR_MS, later } from '#base/time.ts';
import type { Listing } from '#ports/market-source.ts';
import type { MarketSurvey } from '#ports/market-survey.ts';
import { type PlayedSource, playedSource } from '../../tests/support/played-source.ts';
import { marketSurvey } from './market-survey.ts';

let source: PlayedSource;
let survey: MarketSurvey;
let listings: Map<string, Listing>;

beforeAll(async () => {
  source = playedSource({ symbols: ['BTCUSDT', 'ETHUSDT'] });
  listings = new Map((await source.listings()).map((one) => [one.instrument.symbol, one]));
  const { signal } = new AbortController();
  survey = marketSurvey({ source, listings: () => listings, tell: () => {}, signal });
});
describe('a survey of the market', () => {
  it('tells spread, book, trades, open interest and the highest price of a contract', async () => {
    await survey.begin();
    const told = await survey.contract('ETHUSDT');
    expect(told.openInterest).toBe(source.prices.openInterest('ETHUSDT', source.closed()));
    expect(told.best?.ask).toBe((told.best?.bid ?? 0) + 1);
    expect(told.depth?.bids).toHaveLength(1);
    expect(told.trades).toBeGreaterThan(0);
    const from = listings.get('ETHUSDT')?.onboardDate ?? null;
    const query = { symbol: 'ETHUSDT', interval: '1w', from, to: null, limit: 1_000 } as const;
    const highs = (await source.candleTexts('futures', query)).map(({ high }) => Number(high));
    expect(told.highest).toBe(highs.reduce((most, high) => Math.max(most, high)));
  });

  it('tells the open interest of every full hour since an instant, however many answers that takes', async () => {
    const from = later(source.closed(), -29 * DAY_MS);
    const hours = await survey.interestSince('ETHUSDT', from);
    expect(hours).toHaveLength(29 * 24 + 1);
    expect(hours.every(({ time }, index) => index === 0 || time - (hours[index - 1]?.time ?? 0) === HOUR_MS)).toBe(
      true,
    );
    expect(hours.at(-1)?.quantity).toBe(source.prices.openInterest('ETHUSDT', hours.at(-1)?.time ?? source.closed()));
  });

  it('leaves out what the exchange does not answer', async () => {
    const { depth } = source;
    source.depth = () => Promise.reject(new AppError('EXCHANGE_ANSWER', 'It makes no sense.'));
    const told = await survey.contract('ETHUSDT');
    source.depth = depth;
    expect(told.depth).toBeNull();
    expect(told.openInterest).not.toBeNull();
  });

  it('asks about a contract that is not traded no more than what its past tells', async () => {
    const listing = listings.get('BTCUSDT');
    if (listing === undefined) throw new Error('it is listed');
    listings.set('BTCUSDT', { ...listing, status: 'HALTED' });
    source.asked.length = 0;
    const told = await survey.contract('BTCUSDT');
    listings.set('BTCUSDT', listing);
    expect([told.depth, told.openInterest]).toEqual([null, null]);
    expect(source.asked).toEqual(['time', 'futures BTCUSDT']);
  });
});
