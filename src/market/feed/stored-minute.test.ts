import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MINUTES, instantOf, later, MINUTE_MS } from '#base/time.ts';
import { SAVED_LISTING } from '../../../tests/support/saved-market.ts';
import { type MarketStore, openMarketStore } from '../store/market-store.ts';
import { storedMinute } from './stored-minute.ts';

const START = instantOf(Date.UTC(2025, 4, 5));
const LIVED = 10;
const LISTING = { ...SAVED_LISTING, onboardDate: START };
const { symbol } = LISTING.instrument;
const minuteAt = (index: number) => later(START, index * MINUTE_MS);

let folder: string;
let store: MarketStore;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'botyard-ended-'));
  store = await openMarketStore(folder, () => {});
  await store.putListings([LISTING], 'opening');
  const candle = { open: 1_000, high: 1_010, low: 990, volume: 7 };
  const candles = Array.from({ length: LIVED }, (_unused, index) => ({
    ...candle,
    ...{ time: minuteAt(index), close: 1_000 + index },
  }));
  store.putCandles(symbol, candles, 'answer');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const endPrice = (index: number) =>
  storedMinute({ store, marks: store, closed: () => minuteAt(index) }, minuteAt(index)).endPrice?.(symbol);

describe('on paper, a contract', () => {
  const week = 7 * DAY_MINUTES;

  it('a contract without a candle for a week ends at its last price, as in a backtest of the same minutes', () => {
    expect([endPrice(LIVED + 600), endPrice(LIVED + week - 1), endPrice(LIVED + week)]).toEqual([null, null, 1_009]);
  });

  it.each([
    ['no longer lists it', []],
    ['lists another one under its symbol', [{ ...LISTING, onboardDate: minuteAt(3 * DAY_MINUTES) }]],
  ])(
    'a contract ends no earlier where the exchange %s, because stored minutes do not show since when',
    async (_case, listings) => {
      await store.putListings(listings, 'running');
      expect([endPrice(LIVED), endPrice(LIVED + week - 1), endPrice(LIVED + week)]).toEqual([null, null, 1_009]);
    },
  );
});
