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
};

function opened() {
  const source = playedSource({ symbols: ['BTCUSDT'] });
  const wall = { ms: 0 };
  const asked = () => source.asked.filter((what) => what.endsWith('BTCUSDT')).length;
  return { source, wall, asked, read: candlePages(source, () => wall.ms) };
}

/** Lets the cache store an answer. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

describe('pages of candles', () => {
  it('end before the requested instant, and closed ones are fetched once', async () => {
    const { source, wall, asked, read } = opened();
    const endTime = later(source.closed(), -100 * MINUTE_MS);
    const page = await read({ ...QUERY, endTime });
    await settled();
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
    for (let page = 0; page < 200; page += 1) await read({ ...QUERY, endTime: later(endTime, page * MINUTE_MS) });
    const before = asked();
    await read({ ...QUERY, market: 'spot', endTime });
    expect(asked()).toBe(before + 1);
  });

  it('stay within the charts’ share of the budget, and cost nothing from the cache', async () => {
    const { source, wall, asked, read } = opened();
    const page = (back: number) => read({ ...QUERY, limit: 1_000, endTime: later(source.closed(), -back * MINUTE_MS) });
    for (let back = 1; back <= 120; back += 1) await page(back);
    await expect(page(121)).rejects.toMatchObject({ code: 'EXCHANGE_BUSY', isRetryable: true });
    await page(120);
    expect(asked()).toBe(120);
    wall.ms += MINUTE_MS;
    await page(121);
    expect(asked()).toBe(121);
  });
});
