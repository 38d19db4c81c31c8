import { DAY_MINUTES, DAY_MS, instantOf, later, MINUTE_MS } from '#base/time.ts';
import { listedSymbols } from '#simulator/prices/listed-symbols.ts';
import { openPrices } from '#simulator/prices/open-prices.ts';
import type { Prices } from '#simulator/prices/prices.ts';
import { GENERATED_MARKETS, HALF_YEAR_DAYS, measureMarket } from '../tests/support/generated-market.ts';
import { isRemade } from '../tests/support/remade-candle.ts';

const START = instantOf(Date.UTC(2025, 4, 25));
const HISTORY_DAYS = 31;
const SEED = 1;
const PRINTED_MINUTES = 1_000;
const MS_PER_S = 1_000;

/**
 * The simulated exchange's prices: the speed of generating half-years and the statistics of their moves, the time for
 * the first month of the whole market with marks and funding, and the speed of turning candles into prints. Passes when
 * all prints reproduce their candles, to the last tick and step.
 */
export async function pricesBench(tell: (line: string) => void) {
  tell('generating half a year of two coins by three seeds');
  const generated = timed(() =>
    GENERATED_MARKETS.map(([seed, symbol]) => [`seed_${seed}`, measureMarket(seed, symbol)]),
  );
  const bars = GENERATED_MARKETS.length * 2 * HALF_YEAR_DAYS * DAY_MINUTES;
  tell('opening a market and reading its start');
  const market = timed(openMarket);
  tell('trading candles as prints');
  const printed = timed(() => printAll(market.value));
  const { symbols } = market.value;
  const figures = {
    generated_bars: bars,
    /** Measuring included: the statistics take about a third of it. */
    generated_and_measured_bars_per_s: perSecond(bars, generated.ms),
    market_symbols: symbols.size,
    market_month_ms: Math.round(market.ms),
    market_bars_per_s: perSecond(symbols.size * HISTORY_DAYS * DAY_MINUTES, market.ms),
    ...printed.value,
    prints_per_s: perSecond(printed.value.prints, printed.ms),
    statistics: rounded(Object.fromEntries(generated.value)),
  };
  return { figures, hasPassed: printed.value.violations === 0 };
}

/** Reads the end of each symbol's month, which generates all of it. */
function openMarket(): Prices {
  const begin = { firstMinute: later(START, -HISTORY_DAYS * DAY_MS), startMinute: START };
  const prices = openPrices({ seed: SEED, symbols: listedSymbols({ ...begin, recordings: new Map() }), ...begin });
  for (const symbol of prices.symbols.keys()) prices.mark(symbol, START);
  return prices;
}

function printAll(market: Prices): { readonly bars: number; readonly prints: number; readonly violations: number } {
  let [bars, prints, violations] = [0, 0, 0];
  for (const symbol of market.symbols.keys()) {
    for (let index = 0; index < PRINTED_MINUTES; index += 1) {
      const minute = later(START, index * MINUTE_MS);
      const candle = market.candle(symbol, minute);
      if (candle === null) continue;
      const path = market.prints(symbol, minute);
      bars += 1;
      prints += path.length;
      if (!isRemade(candle, path)) violations += 1;
    }
  }
  return { bars, prints, violations };
}

type Nested = number | { readonly [name: string]: Nested };

/** Every number to three decimals, however deep. */
function rounded(value: Nested): Nested {
  if (typeof value === 'number') return Math.round(value * 1_000) / 1_000;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, rounded(inner)]));
}

function timed<T>(work: () => T): { readonly ms: number; readonly value: T } {
  const startedAt = performance.now();
  const value = work();
  return { ms: performance.now() - startedAt, value };
}

function perSecond(count: number, ms: number): number {
  return Math.round((count * MS_PER_S) / ms);
}
