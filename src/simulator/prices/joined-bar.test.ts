import { describe, expect, it } from 'vitest';
import { chance } from '#base/prng.ts';
import { DAY_MS, instantOf, later, MINUTE_MS } from '#base/time.ts';
import { SEED_OF_RUN } from '../../../tests/support/seed.ts';
import { listedSymbols } from './listed-symbols.ts';
import type { MarketCandle } from './market-candle.ts';
import { openPrices } from './open-prices.ts';

const START = instantOf(Date.UTC(2025, 4, 25, 15, 37));
const FIRST = later(START, -31 * DAY_MS);
const begin = { firstMinute: FIRST, startMinute: START };
const WANTED = ['BTCUSDT', 'TIAUSDT', 'WAVESUSDT'];
const symbols = listedSymbols({ ...begin, recordings: new Map() }).filter(({ instrument }) =>
  WANTED.includes(instrument.symbol),
);
const prices = openPrices({ seed: 1, symbols, ...begin });

function folded(candles: readonly MarketCandle[]) {
  const total = (value: (candle: MarketCandle) => number) => candles.reduce((sum, candle) => sum + value(candle), 0);
  return {
    open: candles[0]?.open,
    high: Math.max(...candles.map(({ high }) => high)),
    low: Math.min(...candles.map(({ low }) => low)),
    close: candles.at(-1)?.close,
    volume: total(({ volume }) => volume),
    takerBuyVolume: total(({ takerBuyVolume }) => takerBuyVolume),
    trades: total(({ trades }) => trades),
  };
}

describe('a bar of many minutes', () => {
  it(`equals its joined candles, around a listing and a halt too (seed ${SEED_OF_RUN})`, () => {
    const dice = chance(SEED_OF_RUN);
    for (const { instrument, onboardDate, haltedAt } of symbols) {
      const edges = [FIRST, later(onboardDate, 0), haltedAt ?? START, START];
      for (let count = 0; count < 40; count += 1) {
        const from = Math.max(FIRST, dice.pick(edges) - dice.between(0, 2_000) * MINUTE_MS);
        const minutes = dice.between(1, 3_000);
        const opens = Array.from({ length: minutes }, (_, index) => instantOf(from + index * MINUTE_MS));
        const candles = opens.flatMap((minute) => prices.candle(instrument.symbol, minute) ?? []);
        const bar = prices.bar(instrument.symbol, instantOf(from), instantOf(from + minutes * MINUTE_MS));
        if (candles.length === 0) expect(bar).toBeNull();
        else expect(bar).toEqual({ time: from, ...folded(candles) });
      }
    }
  });

  it('is null for an empty span and for an unknown symbol', () => {
    expect(prices.bar('BTCUSDT', START, START)).toBeNull();
    expect(prices.bar('NOUSDT', FIRST, START)).toBeNull();
  });
});
