import type { Instant } from '#base/time.ts';
import type { KlineInterval, OrderBook, SimulatedMarket } from '../../market/market.ts';
import { INTERVALS } from '../../market/market.ts';
import type { ListedSymbol } from '../../prices/listed-symbols.ts';
import { refuse } from '../../wire-error.ts';
import type { Endpoint, EndpointCall } from '../http/endpoint.ts';
import { choice, type Reader } from '../http/read-params.ts';

/** The market, and the instant at which a call is answered. */
export interface MarketMoment {
  readonly market: SimulatedMarket;
  readonly now: Instant;
  /** The present book as everybody sees it. */
  book(symbol: string, levels: number): OrderBook | null;
}

export function momentOf({ simulation }: EndpointCall): MarketMoment {
  return {
    market: simulation.market,
    now: simulation.now(),
    book: (symbol, levels) => simulation.read((exchange) => exchange.book(symbol, levels, 'public')),
  };
}

/** The contracts that are listed at a moment, halted ones included. */
export function listedAt({ market, now }: MarketMoment): readonly ListedSymbol[] {
  return [...market.symbols.values()].filter(({ instrument }) => market.isListed(instrument.symbol, now));
}

/** An interval of candles. */
export const interval: Reader<KlineInterval> = choice(INTERVALS, 'interval');

/** The refusal of a period that ends before it starts; null for a valid one. */
export function reversed(startTime: number | null, endTime: number | null) {
  return startTime !== null && endTime !== null && startTime > endTime ? refuse('timeOrder') : null;
}

/** A public call. */
export function open(
  path: string,
  weight: Endpoint['weight'],
  handle: Endpoint['handle'],
  pool: Endpoint['pool'] = 'futures',
): Endpoint {
  return { method: 'GET', path, security: 'none', weight, pool, handle };
}

/** Weight of calls that depends on whether they name a symbol. */
export function weightByName(one: number, all: number): Endpoint['weight'] {
  return (params) => (params.has('symbol') ? one : all);
}
