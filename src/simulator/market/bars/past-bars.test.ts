import { describe, expect, it } from 'vitest';
import { steps, ticks } from '#base/exact.ts';
import { DAY_MS, HOUR_MS, instantOf, later, MINUTE_MS, startOf } from '#base/time.ts';
import { generatedPrices, MARKET_START } from '../../../../tests/support/simulated-market.ts';
import { shiftedPrices } from '../../prices/shifted-prices.ts';
import type { SimulatedMarket } from '../market.ts';
import { openMarket } from '../open-market.ts';

const SYMBOL = 'ETHUSDT';
/** A whole day before the market's start. */
const DAY = later(startOf(MARKET_START, DAY_MS), -DAY_MS);
/** A bar that no market has, so that it shows where it is used. */
const ODD = [2, 9, 1, 4, 7_777, 3_333, 55, 21_000, 9_000];
const prices = generatedPrices([SYMBOL], 1, { [SYMBOL]: [[DAY / MINUTE_MS, 1_440, ...ODD]] });

function dayOf(market: SimulatedMarket, startTime: number) {
  const query = { series: 'last', interval: '1d', startTime, endTime: null, limit: 1 } as const;
  return market.klines(SYMBOL, query, later(MARKET_START, 3 * DAY_MS))[0];
}

/** The day as its minutes make it. */
const read = dayOf(openMarket(generatedPrices([SYMBOL])), DAY);

describe('a bar that was computed beforehand', () => {
  it('is the candle of its minutes, and part of longer ones', () => {
    const market = openMarket(prices);
    const cash = BigInt(prices.symbols.get(SYMBOL)?.instrument.cashPerTickStep ?? 0);
    expect(dayOf(market, DAY)).toMatchObject({
      ...{ open: 2, high: 9, low: 1, close: 4, volume: 7_777, takerBuyVolume: 3_333, trades: 55 },
      ...{ quoteVolume: 21_000n * cash, takerBuyQuoteVolume: 9_000n * cash },
    });
    const query = { series: 'last', interval: '3d', startTime: DAY - 2 * DAY_MS, endTime: null, limit: 2 } as const;
    const longer = market.klines(SYMBOL, query, later(MARKET_START, 3 * DAY_MS));
    expect(longer.some(({ low }) => low === 1)).toBe(true);
  });

  it('is not used for other days, nor for the series of marks', () => {
    const market = openMarket(prices);
    const plain = openMarket(generatedPrices([SYMBOL]));
    expect(dayOf(market, DAY - DAY_MS)).toEqual(dayOf(plain, DAY - DAY_MS));
    const query = { series: 'mark', interval: '1d', startTime: DAY, endTime: null, limit: 1 } as const;
    expect(market.klines(SYMBOL, query, MARKET_START)).toEqual(plain.klines(SYMBOL, query, MARKET_START));
  });

  it('is the candle of a page that reads no minute and counts no trade', () => {
    const refuse = () => {
      throw new Error('A minute was read.');
    };
    const market = openMarket({ ...prices, candle: refuse, countsBefore: refuse });
    expect(dayOf(market, DAY)?.trades).toBe(55);
  });

  it('moves with prices that are shifted by whole days', () => {
    const market = openMarket(shiftedPrices(prices, 2));
    expect(dayOf(market, DAY + 2 * DAY_MS)).toMatchObject({ time: DAY + 2 * DAY_MS, trades: 55 });
    expect(dayOf(market, DAY)?.trades).not.toBe(55);
  });

  it('is not used once a shock or a halt disturbs the contract', () => {
    for (const change of [{ kind: 'shock', factor: 0.5 } as const, { kind: 'halt' } as const]) {
      const market = openMarket(prices);
      expect(dayOf(market, DAY)?.trades).toBe(55);
      market.disturb({ symbol: SYMBOL, minute: later(MARKET_START, HOUR_MS), ...change });
      expect(dayOf(market, DAY)).toEqual(read);
    }
  });

  it('is not used where accounts have traded in its minutes', () => {
    const tradedAt = (time: number): SimulatedMarket => {
      const market = openMarket(prices);
      const print = { price: ticks(1_000), quantity: steps(5), takerSide: 'BUY', partOf: null } as const;
      market.include(SYMBOL, [{ ...print, time: instantOf(time), added: { trades: 1, prints: 1 } }]);
      return market;
    };
    expect(dayOf(tradedAt(DAY + 90_000), DAY)?.volume).toBe((read?.volume ?? 0) + 5);
    expect(dayOf(tradedAt(DAY + DAY_MS), DAY)?.trades).toBe(55);
  });
});
