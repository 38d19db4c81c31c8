import { DAY_MS, type Instant, instantOf, later } from '#base/time.ts';
import type { Disturbance, SimulatedMarket } from '#simulator/market/market.ts';
import { openMarket } from '#simulator/market/open-market.ts';
import { listedSymbols } from '#simulator/prices/listed-symbols.ts';
import { openPrices } from '#simulator/prices/open-prices.ts';
import type { StoredPastBars } from '#simulator/prices/past-bars.ts';
import type { Prices } from '#simulator/prices/prices.ts';

/** The market time of the tests' simulated markets at their first start. */
export const MARKET_START = instantOf(Date.UTC(2025, 4, 25, 15, 37));
export const MARKET_FIRST: Instant = later(MARKET_START, -31 * DAY_MS);

/** Generated prices of the named symbols. */
export function generatedPrices(names: readonly string[], seed = 1, pastBars: StoredPastBars = {}): Prices {
  const begin = { firstMinute: MARKET_FIRST, startMinute: MARKET_START };
  const all = listedSymbols({ ...begin, recordings: new Map() });
  const symbols = all.filter(({ instrument }) => names.includes(instrument.symbol));
  return openPrices({ seed, symbols, ...begin, pastBars });
}

/** A market of generated prices. */
export function simulatedMarket(
  names: readonly string[],
  disturbances: readonly Disturbance[] = [],
  seed = 1,
): SimulatedMarket {
  return openMarket(generatedPrices(names, seed), disturbances);
}
