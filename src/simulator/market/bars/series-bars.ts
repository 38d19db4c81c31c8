import { multiplyDivide, RATE_ONE } from '#base/exact.ts';
import { type Instant, MINUTE_MS, startOf } from '#base/time.ts';
import { derivedCandle } from '../../prices/derived-price.ts';
import type { MarketCandle } from '../../prices/market-candle.ts';
import type { Prices } from '../../prices/prices.ts';
import type { PrintedValue } from '../../prices/prints/candle-prints.ts';
import type { Series } from '../market.ts';
import { foldedTrades } from '../tape/folded-trades.ts';
import { countUntil, type SymbolTape } from '../tape/symbol-tape.ts';
import { type Bar, flatBar } from './bar.ts';
import { type BarSpan, barBlocks } from './bar-blocks.ts';

/** The bars of one series of a symbol: of closed minutes, and of the current one. */
export interface SeriesBars {
  readonly closed: BarSpan;
  /** The trades of the current minute so far; null without any. */
  open(now: Instant): Bar | null;
  /** A bar without trades at the current value of the series; null when the minute has no market. */
  still(now: Instant): Bar | null;
}

/** Converts a minute of the contract to a series. `value` is computed only when needed. */
type Reshape = (candle: MarketCandle, value: () => PrintedValue) => Bar | null;

export function seriesBars(series: Series, prices: Prices, tape: SymbolTape): SeriesBars {
  const reshape = reshapeOf(series, prices, tape);
  const minuteBar = (minute: Instant): Bar | null => {
    const candle = tape.candle(minute);
    return candle === null ? null : reshape(candle, () => tape.value(candle));
  };
  return {
    closed: barBlocks(minuteBar, (from, to) => (series === 'last' ? pastBar(tape, from, to) : null)),
    open(now) {
      const minute = startOf(now, MINUTE_MS);
      const all = tape.trades(minute);
      const trades = all.slice(0, countUntil(all, now));
      if (trades.length === 0) return null;
      const { candle, value } = foldedTrades(minute, trades);
      return reshape(candle, () => value);
    },
    still(now) {
      const latest = tape.candle(startOf(now, MINUTE_MS)) === null ? null : tape.latest(now);
      if (latest === null) return null;
      const { candle } = foldedTrades(startOf(latest.time, MINUTE_MS), [latest]);
      const bar = reshape(candle, () => ({ traded: 0, bought: 0 }));
      return bar === null ? null : flatBar(bar.close);
    },
  };
}

/** What is known beforehand of the contract's own trades. */
function pastBar(tape: SymbolTape, from: Instant, to: Instant): Bar | null {
  const past = tape.past(from, to);
  return past === null ? null : lastBar(past.candle, past.value, BigInt(tape.listed.instrument.cashPerTickStep));
}

function reshapeOf(series: Series, prices: Prices, { listed }: SymbolTape): Reshape {
  const { symbol, cashPerTickStep } = listed.instrument;
  switch (series) {
    case 'last':
      return (candle, value) => lastBar(candle, value(), BigInt(cashPerTickStep));
    case 'mark':
    case 'index':
      return (candle) => {
        const distances = prices.distances(symbol, candle.time);
        if (distances === null) return null;
        const { open, high, low, close } = derivedCandle(candle, distances[series]);
        return { ...flatBar(close), open, high, low };
      };
    case 'premium':
      return ({ time }) => {
        const distances = prices.distances(symbol, time);
        return distances === null ? null : flatBar(premiumRate(distances.index));
      };
    case 'spot':
      return (candle) => {
        const distance = prices.spotDistance(symbol, candle.time);
        return distance === null ? null : spotBar(candle, distance, cashPerTickStep);
      };
  }
}

function lastBar(candle: MarketCandle, { traded, bought }: PrintedValue, cashPerTickStep: bigint): Bar {
  const { open, high, low, close, volume, takerBuyVolume, trades } = candle;
  const quoteVolume = BigInt(traded) * cashPerTickStep;
  const takerBuyQuoteVolume = BigInt(bought) * cashPerTickStep;
  return { open, high, low, close, volume, takerBuyVolume, trades, quoteVolume, takerBuyQuoteVolume };
}

/** Premium of the contract over its index in 1e-8, given the index's `distance` from the contract. */
function premiumRate(distance: number): number {
  return multiplyDivide(-distance, RATE_ONE, RATE_ONE + distance, 'half-up');
}

/**
 * The spot market: two fifths of the contract's volume at spot's distance. It has no trades of its own, so its quote
 * volume follows from its mean price.
 */
function spotBar(candle: MarketCandle, distance: number, cashPerTickStep: number): Bar {
  const { open, high, low, close } = derivedCandle(candle, distance);
  const part = (count: number): number => Math.ceil((count * 2) / 5);
  const [volume, takerBuyVolume] = [part(candle.volume), part(candle.takerBuyVolume)];
  const prices = BigInt(open + high + low + close) * BigInt(cashPerTickStep);
  return {
    ...{ open, high, low, close, volume, takerBuyVolume },
    trades: part(candle.trades),
    quoteVolume: (prices * BigInt(volume)) / 4n,
    takerBuyQuoteVolume: (prices * BigInt(takerBuyVolume)) / 4n,
  };
}
