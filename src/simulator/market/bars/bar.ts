import type { QuoteVolume } from '../market.ts';

/** Several consecutive minutes of a series joined into one candle. Prices in ticks, volumes in steps. */
export interface Bar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  readonly takerBuyVolume: number;
  readonly trades: number;
  readonly quoteVolume: QuoteVolume;
  readonly takerBuyQuoteVolume: QuoteVolume;
}

/** A bar without trades at a constant price. */
export function flatBar(price: number): Bar {
  const prices = { open: price, high: price, low: price, close: price };
  return { ...prices, volume: 0, takerBuyVolume: 0, trades: 0, quoteVolume: 0n, takerBuyQuoteVolume: 0n };
}

/** Joins two consecutive bars; null stands for an empty one. */
export function joinedBars(earlier: Bar | null, later: Bar | null): Bar | null {
  if (earlier === null) return later;
  if (later === null) return earlier;
  return {
    open: earlier.open,
    high: Math.max(earlier.high, later.high),
    low: Math.min(earlier.low, later.low),
    close: later.close,
    volume: earlier.volume + later.volume,
    takerBuyVolume: earlier.takerBuyVolume + later.takerBuyVolume,
    trades: earlier.trades + later.trades,
    quoteVolume: earlier.quoteVolume + later.quoteVolume,
    takerBuyQuoteVolume: earlier.takerBuyQuoteVolume + later.takerBuyQuoteVolume,
  };
}
