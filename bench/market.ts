import { DAY_MS, HOUR_MS, type Instant, instantOf, later, MINUTE_MS, SECOND_MS } from '#base/time.ts';
import type { SimulatedMarket } from '#simulator/market/market.ts';
import { openMarket } from '#simulator/market/open-market.ts';
import { listedSymbols } from '#simulator/prices/listed-symbols.ts';
import { openPrices } from '#simulator/prices/open-prices.ts';

const START = instantOf(Date.UTC(2025, 4, 25));
const HISTORY_DAYS = 31;
const SEED = 1;
const NOW = later(START, 13 * HOUR_MS + 17_250);
/** Bars of a page that loads history cheapest by weight. */
const PAGE = 499;
const PAGES = 20;
const ROUNDS = 60;
const CHECKED_MINUTES = 200;

/**
 * The simulated exchange's market: processor time of the most frequent requests. Figures in milliseconds; `all` is
 * every symbol once. Passes when the trades of the measured minutes reproduce their candles, including quote volumes.
 */
export async function marketBench(tell: (line: string) => void) {
  tell('opening a market');
  const opened = timed(openGenerated);
  const market = opened.value;
  const symbols = [...market.symbols.keys()];
  const all = (ask: (symbol: string) => unknown): void => symbols.forEach(ask);
  tell('last 24 hours of every symbol');
  const cold = timed(() => all((symbol) => market.dayTicker(symbol, NOW)));
  const seconds = timed(() =>
    times((count) => all((symbol) => market.dayTicker(symbol, later(NOW, count * SECOND_MS)))),
  );
  const minutes = timed(() =>
    times((count) => all((symbol) => market.dayTicker(symbol, later(NOW, count * MINUTE_MS)))),
  );
  const best = timed(() => times((count) => all((symbol) => market.book(symbol, later(NOW, count * SECOND_MS), 1))));
  const books = timed(() => times((count) => market.book('BTCUSDT', later(NOW, count * SECOND_MS))));
  tell('pages of minutes, newest first');
  const pages = timed(() => loadPages(market, 'BTCUSDT'));
  const again = timed(() => loadPages(market, 'BTCUSDT'));
  tell('a month of days');
  const days = timed(() => market.klines('ETHUSDT', { ...whole, interval: '1d', limit: HISTORY_DAYS }, NOW));
  const violations = countViolations(market);
  const figures = {
    symbols: symbols.length,
    open_month_cpu_ms: rounded(opened.ms),
    day_ticker_all_first_cpu_ms: rounded(cold.ms),
    day_ticker_all_second_cpu_ms: rounded(seconds.ms / ROUNDS),
    day_ticker_all_minute_cpu_ms: rounded(minutes.ms / ROUNDS),
    best_prices_all_cpu_ms: rounded(best.ms / ROUNDS),
    book_1000_levels_cpu_ms: rounded(books.ms / ROUNDS),
    page_499_minutes_first_cpu_ms: rounded(pages.ms / PAGES),
    page_499_minutes_again_cpu_ms: rounded(again.ms / PAGES),
    month_of_days_first_cpu_ms: rounded(days.ms),
    checked_minutes: CHECKED_MINUTES,
    violations,
  };
  return { figures, hasPassed: violations === 0 };
}

const whole = { series: 'last', startTime: null, endTime: null } as const;

function openGenerated(): SimulatedMarket {
  const begin = { firstMinute: later(START, -HISTORY_DAYS * DAY_MS), startMinute: START };
  const symbols = listedSymbols({ ...begin, recordings: new Map() });
  const market = openMarket(openPrices({ seed: SEED, symbols, ...begin }));
  for (const symbol of market.symbols.keys()) market.mark(symbol, NOW);
  return market;
}

/** Pages backwards by end time, as a client that loads history does. */
function loadPages(market: SimulatedMarket, symbol: string): void {
  let endTime: number | null = null;
  for (let count = 0; count < PAGES; count += 1) {
    const [oldest]: readonly { readonly time: Instant }[] = market.klines(
      symbol,
      { ...whole, interval: '1m', endTime, limit: PAGE },
      NOW,
    );
    endTime = (oldest?.time ?? 0) - 1;
  }
}

function countViolations(market: SimulatedMarket): number {
  const { cashPerTickStep } = market.symbols.get('SOLUSDT')?.instrument ?? { cashPerTickStep: 0 };
  const klines = market.klines('SOLUSDT', { ...whole, interval: '1m', limit: CHECKED_MINUTES }, NOW);
  const wrong = klines.filter(({ time, closeTime, quoteVolume, volume, close, isClosed }) => {
    const trades = market.trades('SOLUSDT', later(time, -1), isClosed ? closeTime : NOW);
    const worth = trades.reduce((sum, { price, quantity }) => sum + BigInt(price) * BigInt(quantity), 0n);
    const sold = trades.reduce((sum, { quantity }) => sum + quantity, 0);
    return worth * BigInt(cashPerTickStep) !== quoteVolume || sold !== volume || trades.at(-1)?.price !== close;
  });
  return wrong.length + CHECKED_MINUTES - klines.length;
}

function times(work: (count: number) => unknown): void {
  for (let count = 1; count <= ROUNDS; count += 1) work(count);
}

/** Processor time, which other load on the machine does not affect. */
function timed<T>(work: () => T): { readonly ms: number; readonly value: T } {
  const before = process.cpuUsage();
  const value = work();
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1_000, value };
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}
