import { describe, expect, it } from 'vitest';
import { type Chance, chance } from '#base/prng.ts';
import { instantOf, MINUTE_MS } from '#base/time.ts';
import { isRemade, remadeCandle } from '../../../../tests/support/remade-candle.ts';
import { SEED_OF_RUN } from '../../../../tests/support/seed.ts';
import { drawsOf, STREAM } from '../days/draws.ts';
import type { MarketCandle } from '../market-candle.ts';
import { type CandlePrint, candlePrints, printsOf as printCount, printedValue } from './candle-prints.ts';

const BARS = 2_500;

const printsOf = (candle: MarketCandle, seed = 1): readonly CandlePrint[] =>
  candlePrints(candle, drawsOf({ seed, symbol: 'X', stream: STREAM.prints, part: candle.time / MINUTE_MS }));

const candleOf = (candle: Partial<MarketCandle>): MarketCandle => ({
  time: instantOf(0),
  open: 100,
  high: 100,
  low: 100,
  close: 100,
  volume: 1_000,
  trades: 20,
  takerBuyVolume: 500,
  ...candle,
});

/** The minimum number of corners of a candle: its prices in the better order, without repetitions. */
function cornersLeast({ open, high, low, close }: MarketCandle): number {
  const count = (prices: number[]) => prices.filter((price, index) => price !== prices[index - 1]).length;
  return Math.min(count([open, low, high, close]), count([open, high, low, close]));
}

/** Wide, one-tick and flat candles; volumes from none to more than 32 bits. */
function randomCandle(dice: Chance, minute: number): MarketCandle {
  const range = dice.pick([0, 0, 1, 1, 2, 5, 40, 3_000, 200_000]);
  const low = dice.between(1, 1_000_000);
  const high = low + range;
  const [open, close] = [dice.between(low, high), dice.between(low, high)];
  const extremes = { open: dice.pick([open, low, high]), close: dice.pick([close, low, high]) };
  const base = candleOf({ time: instantOf(minute * MINUTE_MS), high, low, ...extremes });
  const least = cornersLeast(base);
  const isEmpty = range === 0 && dice.next() < 0.3;
  const volume = isEmpty ? 0 : dice.between(least, dice.pick([least, 4, 9, 70, 5_000, 20_000_000, 2 ** 45]) + least);
  const trades = Math.min(volume, dice.between(1, 3_000));
  return { ...base, volume, trades, takerBuyVolume: dice.pick([0, volume, dice.between(0, volume)]) };
}

describe('the prints inside a candle', () => {
  it('reproduce the candle exactly: prices, volume and taker buy volume', () => {
    const seed = SEED_OF_RUN;
    const dice = chance(seed);
    let [prints, silent, violations] = [0, 0, 0];
    for (let bar = 0; bar < BARS; bar += 1) {
      const candle = randomCandle(dice, bar);
      const path = printsOf(candle, seed);
      prints += path.length;
      if (candle.volume === 0) silent += 1;
      if (!isRemade(candle, path)) violations += 1;
    }
    process.stdout.write(`property seed ${seed}: ${BARS} bars, ${prints} prints, ${violations} violations\n`);
    expect(violations).toBe(0);
    expect(silent).toBeGreaterThan(20);
  });

  it(`are at most 3,000, in order, inside the minute, and at least one step each (seed ${SEED_OF_RUN})`, () => {
    const dice = chance(SEED_OF_RUN);
    for (let bar = 0; bar < 400; bar += 1) {
      const candle = randomCandle(dice, bar);
      const path = printsOf(candle);
      const isWhole = path.every(
        ({ offsetMs, quantity, price }, index) =>
          Number.isSafeInteger(quantity) &&
          quantity >= 1 &&
          Number.isInteger(price) &&
          offsetMs >= (path[index - 1]?.offsetMs ?? 0) &&
          offsetMs < MINUTE_MS,
      );
      expect([isWhole, path.length <= 3_000, path.length >= Math.min(8, candle.volume)]).toEqual([true, true, true]);
    }
  });

  it('are reproducible, and differ by minute and by seed', () => {
    const candle = candleOf({ high: 140, low: 80, close: 120 });
    expect(printsOf(candle)).toEqual(printsOf({ ...candle }));
    expect(printsOf(candle)).not.toEqual(printsOf({ ...candle, time: instantOf(MINUTE_MS) }));
    expect(printsOf(candle)).not.toEqual(printsOf(candle, 2));
  });

  it.each([
    ['rose by half of its range', 95, 125, 0.675],
    ['closed at its open', 110, 110, 0.5],
    ['fell by half of its range', 125, 95, 0.325],
  ])('reach the low first with the documented probability when the candle %s', (_what, open, close, expected) => {
    const minutes = 4_000;
    let lowFirst = 0;
    for (let minute = 0; minute < minutes; minute += 1) {
      const time = instantOf(minute * MINUTE_MS);
      const prices = printsOf(candleOf({ time, open, close, high: 140, low: 80 })).map(({ price }) => price);
      if (prices.indexOf(80) < prices.indexOf(140)) lowFirst += 1;
    }
    expect(Math.abs(lowFirst / minutes - expected)).toBeLessThan(0.05);
  });

  it(`have the value that is computed without creating them (seed ${SEED_OF_RUN})`, () => {
    const dice = chance(SEED_OF_RUN);
    for (let bar = 0; bar < 400; bar += 1) {
      const candle = randomCandle(dice, bar);
      if (candle.volume > 20_000_000) continue; // Larger volumes exceed what sums of prices times steps can hold.
      const value = printedValue(candle, drawsOf({ seed: 1, symbol: 'X', stream: STREAM.prints, part: bar }));
      const path = printsOf(candle);
      const bought = path.filter(({ takerSide }) => takerSide === 'BUY');
      const sum = (prints: readonly CandlePrint[]) =>
        prints.reduce((total, { price, quantity }) => total + price * quantity, 0);
      expect(value).toEqual({ traded: sum(path), bought: sum(bought) });
    }
  });

  it(`number as many as the trade count implies: each of few trades, tens a second of many (seed ${SEED_OF_RUN})`, () => {
    const dice = chance(SEED_OF_RUN);
    for (let bar = 0; bar < 300; bar += 1) {
      const candle = randomCandle(dice, bar);
      const trades = Math.min(candle.volume, Math.max(9, candle.trades));
      expect(printsOf({ ...candle, trades })).toHaveLength(printCount(trades));
    }
    expect([0, 5, 64, 464, 9_264, 200_000].map(printCount)).toEqual([0, 5, 64, 114, 1_214, 1_500]);
  });

  it('keep the close and volume of a candle that cannot have been traded', () => {
    const path = printsOf(candleOf({ open: 100, high: 120, low: 90, close: 110, volume: 2, takerBuyVolume: 1 }));
    const { close, volume, takerBuyVolume } = remadeCandle(path);
    expect([close, volume, takerBuyVolume]).toEqual([110, 2, 1]);
    expect(path.every(({ price }) => price >= 90 && price <= 120)).toBe(true);
  });
});
