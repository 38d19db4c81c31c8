import { setImmediate as settled } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { AppError } from '#base/errors.ts';
import { instantOf, later, MINUTE_MS } from '#base/time.ts';
import { playedSource } from '../../tests/support/played-source.ts';
import { type CandlePageQuery, candlePages } from './candle-pages.ts';

const QUERY: Omit<CandlePageQuery, 'endTime'> = {
  market: 'futures',
  symbol: 'BTCUSDT',
  interval: '1m',
  limit: 50,
  askedBy: 'ann',
};

function opened() {
  const source = playedSource({ symbols: ['BTCUSDT'] });
  const wall = { ms: 0 };
  const asked = () => source.asked.filter((what) => what.endsWith('BTCUSDT')).length;
  return { source, wall, asked, read: candlePages(source, () => wall.ms) };
}

describe('pages of candles', () => {
  it('end before the requested instant, and closed ones are fetched once', async () => {
    const { source, wall, asked, read } = opened();
    const endTime = later(source.closed(), -100 * MINUTE_MS);
    const page = await read({ ...QUERY, endTime });
    await settled(); // The cache has stored the answer.
    expect(page).toHaveLength(50);
    expect(page.at(-1)?.time).toBe(later(endTime, -MINUTE_MS));
    wall.ms += 1e9;
    expect(await read({ ...QUERY, endTime })).toEqual(page);
    expect(await read({ ...QUERY, endTime: instantOf(endTime - 1) })).toEqual(page); // The same last candle.
    expect(await read({ ...QUERY, limit: 7, endTime })).toEqual(page.slice(-7));
    expect(asked()).toBe(1);
    expect(await read({ ...QUERY, limit: 60, endTime })).toHaveLength(60);
    expect(asked()).toBe(2);
  });

  it('with the open candle are fetched again after two seconds', async () => {
    const { source, wall, asked, read } = opened();
    await Promise.all([read({ ...QUERY, endTime: null }), read({ ...QUERY, endTime: null })]);
    await settled();
    wall.ms += 1_900;
    await read({ ...QUERY, endTime: null });
    expect(asked()).toBe(1);
    wall.ms += 200;
    source.advance(3);
    const page = await read({ ...QUERY, endTime: null });
    expect(asked()).toBe(2);
    expect(page.at(-1)?.time).toBe(source.closed());
  });

  it('that would end before 1970 are empty, without a request that the exchange refuses', async () => {
    const { asked, read } = opened();
    expect(await read({ ...QUERY, interval: '1w', endTime: instantOf(1) })).toEqual([]); // The week of it opened in 1969.
    expect(asked()).toBe(0);
    expect(await read({ ...QUERY, endTime: instantOf(1) })).toEqual([]);
    expect(asked()).toBe(1);
  });

  it('that failed are not cached', async () => {
    const { source, asked, read } = opened();
    source.failure = new AppError('EXCHANGE_UNAVAILABLE', 'The exchange does not answer.', { isRetryable: true });
    await expect(read({ ...QUERY, endTime: null })).rejects.toMatchObject({ code: 'EXCHANGE_UNAVAILABLE' });
    await settled();
    source.failure = null;
    expect(await read({ ...QUERY, endTime: null })).toHaveLength(50);
    expect(asked()).toBe(2);
  });

  it('are cached by market, symbol and interval, at most two hundred of them', async () => {
    const { source, asked, read } = opened();
    const endTime = later(source.closed(), -1_000 * MINUTE_MS);
    await read({ ...QUERY, endTime });
    await read({ ...QUERY, market: 'spot', endTime });
    await read({ ...QUERY, interval: '5m', endTime });
    expect(asked()).toBe(3);
    for (let page = 0; page < 200; page += 1)
      await read({ ...QUERY, endTime: later(endTime, page * MINUTE_MS), askedBy: `user ${page % 4}` });
    const before = asked();
    await read({ ...QUERY, market: 'spot', endTime });
    expect(asked()).toBe(before + 1);
  });

  it('with the open candle are brought up to date by what is new, however long the page is', async () => {
    const { source, wall, asked, read } = opened();
    const whole = { ...QUERY, limit: 1_000, endTime: null };
    const before = await read(whole);
    for (let round = 0; round < 150; round += 1) {
      wall.ms += 2_001;
      source.advance(1);
      await read(whole); // A page of a thousand costs 5 each time: this many would use up the share twice.
      await settled();
    }
    expect(asked()).toBe(151);
    const page = await read(whole);
    const fresh = candlePages(source, () => wall.ms);
    expect(page).toEqual(await fresh(whole));
    expect(page.at(-1)?.time).toBe(later(before.at(-1)?.time ?? instantOf(0), 150 * MINUTE_MS));
  });

  it('with the open candle are fetched whole when more is new than a small request brings', async () => {
    const { source, wall, read } = opened();
    await read({ ...QUERY, endTime: null });
    await settled();
    wall.ms += 2_001;
    source.advance(500);
    const page = await read({ ...QUERY, endTime: null });
    expect(page).toHaveLength(50);
    expect(page).toEqual(await candlePages(source, () => wall.ms)({ ...QUERY, endTime: null }));
  });

  it('stay within the charts’ share of the budget, and cost nothing from the cache', async () => {
    const { source, wall, asked, read } = opened();
    const page = (back: number) =>
      read({ ...QUERY, limit: 1_000, endTime: later(source.closed(), -back * MINUTE_MS), askedBy: `user ${back % 4}` });
    for (let back = 1; back <= 120; back += 1) await page(back);
    await expect(page(121)).rejects.toMatchObject({ code: 'CHARTS_SHARE_USED', isRetryable: true });
    await page(120);
    expect(asked()).toBe(120);
    wall.ms += MINUTE_MS;
    await page(121);
    expect(asked()).toBe(121);
  });

  it('of one user who pages through the past leave the others their share of the budget', async () => {
    const { source, asked, read } = opened();
    const page = (back: number, askedBy: string) =>
      read({ ...QUERY, limit: 1_000, endTime: later(source.closed(), -back * MINUTE_MS), askedBy });
    for (let back = 1; back <= 40; back += 1) await page(back, 'ann');
    await expect(page(41, 'ann')).rejects.toMatchObject({ code: 'CHARTS_SHARE_USED', isRetryable: true });
    expect(await page(41, 'bob')).toHaveLength(1_000);
    expect(asked()).toBe(41);
  });
});
