import { DAY_MS, type Instant, instantOf, later } from '#base/time.ts';
import type { Disturbance, SimulatedMarket } from '#simulator/market/market.ts';
import { openMarket } from '#simulator/market/open-market.ts';
import type { Checkpoints } from '#simulator/prices/days/checkpoints.ts';
import { listedSymbols } from '#simulator/prices/listed-symbols.ts';
import { openPrices } from '#simulator/prices/open-prices.ts';
import type { StoredPastBars } from '#simulator/prices/past-bars.ts';
import type { Prices } from '#simulator/prices/prices.ts';

/** The market time of the tests' simulated markets at their first start. */
export const MARKET_START = instantOf(Date.UTC(2025, 4, 25, 15, 37));
export const MARKET_FIRST: Instant = later(MARKET_START, -31 * DAY_MS);

/** By seed: a month of past is computed once for all markets of a process, as the program's ships with it. */
const checkpointsBySeed = new Map<number, Checkpoints>();

/** Generated prices of the named symbols. */
export function generatedPrices(names: readonly string[], seed = 1, pastBars: StoredPastBars = {}): Prices {
  const begin = { firstMinute: MARKET_FIRST, startMinute: MARKET_START };
  const all = listedSymbols({ ...begin, recordings: new Map() });
  const symbols = all.filter(({ instrument }) => names.includes(instrument.symbol));
  const checkpoints = checkpointsBySeed.get(seed) ?? new Map();
  checkpointsBySeed.set(seed, checkpoints);
  return openPrices({ seed, symbols, ...begin, checkpoints, pastBars });
}

/** A market of generated prices. */
export function simulatedMarket(
  names: readonly string[],
  disturbances: readonly Disturbance[] = [],
  seed = 1,
): SimulatedMarket {
  return openMarket(generatedPrices(names, seed), disturbances);
}
