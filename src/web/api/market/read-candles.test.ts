import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AskPage, type CandleRow, readCandles } from './read-candles.ts';

const MINUTE_MS = 60_000;
const START = Date.UTC(2025, 4, 10);
const timeOf = (index: number): string => new Date(START + index * MINUTE_MS).toISOString();
const row = (index: number): CandleRow => ({ time: timeOf(index), open: '1', high: '3', low: '1', close: '2' });
const rows = (from: number, to: number): CandleRow[] => Array.from({ length: to - from }, (_, at) => row(from + at));

/** An exchange with this many candles; `overlap` of each page are later than the requested end. */
function exchange(total: number, overlap = 0) {
  const asked: { limit: number; endTime: string | null }[] = [];
  const ask: AskPage = async (page) => {
    asked.push(page);
    const end =
      page.endTime === null ? total : Math.min((Date.parse(page.endTime) - START) / MINUTE_MS + overlap, total);
    return rows(Math.max(0, end - page.limit), end);
  };
  return { ask, asked };
}

const wish = (count: number, endTime: string | null = null) =>
  ({ market: 'futures', symbol: 'ETHUSDT', interval: '1m', count, endTime }) as const;

let logged: unknown[][];
beforeEach(() => {
  logged = [];
  vi.spyOn(console, 'error').mockImplementation((...words) => void logged.push(words));
});
afterEach(() => void vi.restoreAllMocks());

describe('reading candles', () => {
  it('candles are read page by page backwards until there are enough', async () => {
    const { ask, asked } = exchange(5_000);
    expect(await readCandles(wish(2_500), { ask })).toEqual(rows(2_500, 5_000));
    expect(asked).toEqual([
      { limit: 1_000, endTime: null },
      { limit: 1_000, endTime: timeOf(4_000) },
      { limit: 1_000, endTime: timeOf(3_000) },
    ]);
  });

  it('reading starts before the requested end', async () => {
    const { ask } = exchange(5_000);
    expect(await readCandles(wish(10, timeOf(100)), { ask })).toEqual(rows(90, 100));
  });

  it('a candle in two overlapping pages is kept once', async () => {
    const { ask } = exchange(5_000, 7);
    const found = await readCandles(wish(2_100), { ask });
    expect(found).toEqual(rows(2_900, 5_000));
  });

  it('candles are sorted by time whatever the order of a page', async () => {
    const { ask } = exchange(1_500);
    const mixed: AskPage = async (page) => (await ask(page)).toReversed();
    expect(await readCandles(wish(1_500), { ask: mixed })).toEqual(rows(0, 1_500));
  });

  it('reading stops where history begins', async () => {
    const { ask, asked } = exchange(1_200);
    expect(await readCandles(wish(9_000), { ask })).toEqual(rows(0, 1_200));
    expect(asked).toHaveLength(2);
    expect(await readCandles(wish(5), { ask: async () => [] })).toEqual([]);
  });

  it('reading stops when the exchange repeats a page', async () => {
    let asked = 0;
    const same: AskPage = async () => {
      asked += 1;
      return rows(0, 1_000);
    };
    expect(await readCandles(wish(3_000), { ask: same })).toEqual(rows(0, 1_000));
    expect(asked).toBe(2);
  });

  it('a failed page is logged and gives null, also a later one', async () => {
    const failure = new Error('away');
    const { ask } = exchange(5_000);
    const breaking: AskPage = (page) => (page.endTime === null ? ask(page) : Promise.reject(failure));
    const told: unknown[] = [];
    expect(await readCandles(wish(2_000), { ask: breaking, failed: (error) => told.push(error) })).toBeNull();
    expect([logged[0]?.at(-1), told]).toEqual([failure, [failure]]);
  });

  it('a cancelled read is not logged', async () => {
    const gone = { ...wish(10), signal: AbortSignal.abort() };
    expect(await readCandles(gone, { ask: () => Promise.reject(new Error('cancelled')) })).toBeNull();
    expect(logged).toEqual([]);
  });
});
