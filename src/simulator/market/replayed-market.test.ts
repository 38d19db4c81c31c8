import { beforeAll, describe, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { DAY_MS, type Instant, later, MINUTE_MS } from '#base/time.ts';
import type { SymbolHistory } from '#engine/model/history.ts';
import { recordedHistory } from '#market/recording/recorded-history.ts';
import { listedSymbols } from '../prices/listed-symbols.ts';
import { openPrices } from '../prices/open-prices.ts';
import type { SimulatedMarket } from './market.ts';
import { openMarket } from './open-market.ts';

const SYMBOLS = ['BTCUSDT', 'LINKUSDT'];

let recordings: ReadonlyMap<string, SymbolHistory>;
/** Start of the recording itself; one repetition of it comes before. */
let start: Instant;
let minutes: number;

beforeAll(async () => {
  recordings = (await recordedHistory(SYMBOLS)).symbols;
  const { columns } = at([...recordings.values()], 0);
  start = columns.start;
  minutes = columns.open.length;
});

/** A market that replays the recordings, with some minutes frozen, one day into them. */
function replayed(frozen: readonly { readonly from: number; readonly to: number }[] = []): SimulatedMarket {
  const begin = { firstMinute: later(start, -minutes * MINUTE_MS), startMinute: later(start, DAY_MS) };
  const played = new Map([...recordings].map(([symbol, history]) => [symbol, { ...history, frozen }]));
  const symbols = listedSymbols({ ...begin, recordings: played });
  const listed = symbols.filter(({ instrument }) => SYMBOLS.includes(instrument.symbol));
  return openMarket(openPrices({ seed: 1, symbols: listed, ...begin }));
}

function candles(market: SimulatedMarket, symbol: string, from: Instant, count: number) {
  const query = { series: 'last', interval: '1m', startTime: from, endTime: null, limit: count } as const;
  return market.klines(symbol, query, later(from, count * MINUTE_MS));
}

describe('a market that replays recordings', () => {
  it('trades the recorded candles before, in and across the end of the recording', () => {
    const market = replayed();
    for (const symbol of SYMBOLS) {
      for (const from of [later(start, -90 * MINUTE_MS), later(start, (minutes - 60) * MINUTE_MS)]) {
        let id: number | null = null;
        for (const kline of candles(market, symbol, from, 120)) {
          const trades = market.trades(symbol, later(kline.time, -1), kline.closeTime);
          if (trades.length === 0) continue;
          const [first, last] = [at(trades, 0), at(trades, trades.length - 1)];
          expect([first.price, last.price]).toEqual([kline.open, kline.close]);
          expect(trades.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(kline.volume);
          const numbered = market.numberedKline(symbol, { interval: '1m', start: kline.time }, kline.closeTime);
          expect(numbered).toMatchObject({ firstId: first.firstId, lastId: last.lastId });
          if (id !== null) expect(first.id).toBe(id + 1);
          id = last.id;
        }
        expect(id).not.toBeNull();
      }
    }
  });

  it('returns the recorded candles', () => {
    const market = replayed();
    const { columns } = recordings.get('LINKUSDT') ?? at([...recordings.values()], 0);
    const told = candles(market, 'LINKUSDT', start, 300);
    expect(told.map(({ open, high, low, close, volume }) => [open, high, low, close, volume])).toEqual(
      Array.from({ length: 300 }, (_, index) =>
        [columns.open, columns.high, columns.low, columns.close, columns.volume].map((column) => column[index]),
      ),
    );
  });

  it('has no candles and no trades in gaps of the recording, keeps the last price and stays trading', () => {
    const market = replayed([{ from: 200, to: 260 }]);
    const [gap, inside] = [later(start, 200 * MINUTE_MS), later(start, 230 * MINUTE_MS + 5_000)];
    expect(candles(market, 'BTCUSDT', later(gap, -2 * MINUTE_MS), 63).map(({ time }) => time)).toEqual(
      [-2, -1, 60, 61].map((count) => later(gap, count * MINUTE_MS)),
    );
    expect(market.trades('BTCUSDT', later(gap, -1), inside)).toEqual([]);
    expect(market.last('BTCUSDT', inside)).toBe(market.last('BTCUSDT', later(gap, -1)));
    expect(market.mark('BTCUSDT', inside)).toBe(market.mark('BTCUSDT', later(gap, -1)));
    expect(market.openKline('BTCUSDT', '1m', inside)).toBeNull();
    expect(market.openKline('BTCUSDT', '4h', inside)).not.toBeNull();
    expect(market.status('BTCUSDT', inside)).toBe('TRADING');
    expect(market.premium('BTCUSDT', inside)?.nextTime).toBeGreaterThan(inside);
    expect(market.openInterest('BTCUSDT', inside)).toBeGreaterThan(0);
  });
});
