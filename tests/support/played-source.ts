import { AppError } from '#base/errors.ts';
import { CASH_PER_USDT, steps, ticks } from '#base/exact.ts';
import { DAY_MS, HOUR_MS, type Instant, instantOf, later, MINUTE_MS, startOf } from '#base/time.ts';
import type { Candle } from '#engine/model/candle.ts';
import { averagePrice, notional, priceText, quantityText } from '#engine/model/instrument.ts';
import type { CandleQuery, Listing, MarketEvent, MarketSource, SettledFunding, Ticker } from '#ports/market-source.ts';
import { listedSymbols } from '#simulator/prices/listed-symbols.ts';
import type { MarketCandle } from '#simulator/prices/market-candle.ts';
import { openPrices } from '#simulator/prices/open-prices.ts';
import type { Prices } from '#simulator/prices/prices.ts';

/** A market whose time the test advances, behind the interface of an exchange. */
export interface PlayedSource extends MarketSource {
  readonly prices: Prices;
  /** Open of the last closed minute. */
  closed(): Instant;
  /** Lets minutes pass and sends the candles of each, except those for which `isLost` returns true. */
  advance(minutes: number, isLost?: (symbol: string, minute: Instant) => boolean): void;
  tell(event: MarketEvent): void;
  /** The requests to the exchange, oldest first: the symbol, or the name of another call. */
  readonly asked: string[];
  readonly followed: ReadonlySet<string>;
  /** While set, every call fails with it. */
  failure: AppError | null;
  /** Replaces a candle in the responses; null omits it. */
  rewrite: (symbol: string, candle: Candle) => Candle | null;
  /** Weight used in the current minute; candles cost two. */
  used: number;
  limit: number;
  pauseMs: number;
}

export interface PlayedMarket {
  readonly symbols: readonly string[];
  readonly seed?: number;
  /** The market time when the source is opened. */
  readonly start?: Instant;
}

const FIRST = instantOf(Date.UTC(2025, 3, 1));
const START = instantOf(Date.UTC(2025, 4, 10, 12, 0));

/** Opens a generated market of some of the simulator's symbols, without a network connection. */
export function playedSource({ symbols, seed = 1, start = START }: PlayedMarket): PlayedSource {
  const prices = pricesOf(symbols, seed);
  const listeners = new Set<(event: MarketEvent) => void>();
  let closed = start;
  const asked: string[] = [];
  const tell = (event: MarketEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const answer = async <T>(what: string, value: () => T): Promise<T> => {
    asked.push(what);
    await Promise.resolve();
    if (source.failure !== null) throw source.failure;
    return value();
  };
  const followed = new Set<string>();
  const source: PlayedSource = {
    prices,
    asked,
    followed,
    failure: null,
    rewrite: (_, candle) => candle,
    used: 0,
    limit: 2_400,
    pauseMs: 0,
    environment: 'sim',
    settleMs: 0,
    leftOut: () => [],
    closed: () => closed,
    tell,
    advance(minutes, isLost = () => false) {
      for (let count = 0; count < minutes; count += 1) {
        closed = later(closed, MINUTE_MS);
        for (const symbol of followed) {
          const candle = prices.candle(symbol, closed);
          if (candle !== null && !isLost(symbol, closed)) tell({ kind: 'candle', symbol, candle: bare(candle) });
        }
        tell({ kind: 'marks', marks: marksOf(prices, closed) });
      }
    },
    listings: () => answer('listings', () => listingsOf(prices, closed)),
    marketTime: () => answer('time', () => later(closed, MINUTE_MS)),
    candles(instrument, query) {
      source.used += 2;
      return answer(instrument.symbol, () =>
        page(prices, closed, { ...query, symbol: instrument.symbol }).flatMap(
          (candle) => source.rewrite(instrument.symbol, candle) ?? [],
        ),
      );
    },
    markCandles: (instrument, query) =>
      answer(`marks ${instrument.symbol}`, () =>
        page(prices, closed, { ...query, symbol: instrument.symbol }).flatMap(({ time }) => {
          const mark = prices.mark(instrument.symbol, time);
          return mark === null ? [] : [{ ...mark, volume: 0 }];
        }),
      ),
    candleTexts: (market, query) =>
      answer(`${market} ${query.symbol}`, () => textsOf(prices, page(prices, closed, query), query)),
    funding: (symbol, from, to) =>
      answer(`funding ${symbol}`, () => settlementsOf(prices, symbol, { from, to, closed })),
    tickers: () => answer('tickers', () => tickersOf(prices, closed)),
    marks: () => answer('marks', () => marksOf(prices, closed)),
    openInterest: (symbol) => answer('interest', () => prices.openInterest(symbol, closed) ?? steps(0)),
    interestHours: (symbol, from, to) =>
      answer(`interest of hours ${symbol}`, () =>
        hoursBetween(from, instantOf(Math.min(to, closed))).map((time) => ({
          time,
          quantity: prices.openInterest(symbol, time) ?? steps(0),
          notional: '1000000',
        })),
      ),
    circulatingSupply: async () => '1000',
    bestPrices: () =>
      answer('best prices', () =>
        tickersOf(prices, closed).map(({ symbol, last }) => ({ symbol, bid: ticks(last - 1), ask: last })),
      ),
    depth: (symbol) => answer(`depth ${symbol}`, () => bookOf(prices, symbol, closed)),
    budget: () => ({ limit: source.limit, used: source.used, pauseMs: source.pauseMs }),
    async follow(wanted) {
      followed.clear();
      for (const symbol of wanted) followed.add(symbol);
    },
    onEvent(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    health: () => ({ isConnected: true, heardAt: instantOf(Date.now()) }),
    close: async () => listeners.clear(),
  };
  return source;
}

/** Prices depend only on seed and symbols, so all tests of a file share them. */
const made = new Map<string, Prices>();

function pricesOf(symbols: readonly string[], seed: number): Prices {
  const key = `${seed} ${symbols}`;
  const begin = { firstMinute: FIRST, startMinute: START };
  const all = listedSymbols({ ...begin, recordings: new Map() });
  const listed = all.filter(({ instrument }) => symbols.includes(instrument.symbol));
  const prices = made.get(key) ?? openPrices({ seed, symbols: listed, ...begin });
  made.set(key, prices);
  return prices;
}

function bare({ time, open, high, low, close, volume }: MarketCandle): Candle {
  return { time, open, high, low, close, volume };
}

function listingsOf({ symbols }: Prices, closed: Instant): readonly Listing[] {
  return [...symbols.values()]
    .filter(({ onboardDate }) => onboardDate <= closed)
    .map(({ instrument, haltedAt, onboardDate, underlyingSubType, fundingHours }) => ({
      instrument,
      status: haltedAt !== null && haltedAt <= closed ? 'HALTED' : 'TRADING',
      onboardDate,
      sector: underlyingSubType,
      fundingHours,
      hasBrackets: true,
    }));
}

/** The exchange's paging, over closed minutes. */
function page(prices: Prices, closed: Instant, { symbol, from, to, limit }: CandleQuery): readonly Candle[] {
  const last = startOf(instantOf(Math.min(to ?? closed, closed)), MINUTE_MS);
  const first = Math.max(from ?? last - (limit - 1) * MINUTE_MS, prices.firstMinute);
  const found: Candle[] = [];
  for (let time = Math.ceil(first / MINUTE_MS) * MINUTE_MS; time <= last && found.length < limit; time += MINUTE_MS) {
    const candle = prices.candle(symbol, instantOf(time));
    if (candle !== null) found.push(bare(candle));
  }
  return found;
}

function textsOf({ symbols }: Prices, candles: readonly Candle[], { symbol }: CandleQuery) {
  const instrument = symbols.get(symbol)?.instrument;
  if (instrument === undefined) throw new AppError('SYMBOL_UNKNOWN', `The exchange does not list ${symbol}.`);
  const price = (count: number) => priceText(instrument, ticks(count));
  return candles.map(({ time, open, high, low, close, volume }) => ({
    time,
    open: price(open),
    high: price(high),
    low: price(low),
    close: price(close),
    volume: quantityText(instrument, steps(volume)),
  }));
}

interface SettledSpan {
  readonly from: Instant;
  readonly to: Instant;
  readonly closed: Instant;
}

function settlementsOf(prices: Prices, symbol: string, { from, to, closed }: SettledSpan): readonly SettledFunding[] {
  const found: SettledFunding[] = [];
  const end = Math.min(to, closed);
  for (let time = Math.ceil(from / MINUTE_MS) * MINUTE_MS; time <= end && found.length < 1_000; time += MINUTE_MS) {
    const rate = prices.funding(symbol, instantOf(time))?.settled ?? null;
    if (rate !== null) found.push({ time: instantOf(time), rate, mark: null });
  }
  return found;
}

function tickersOf(prices: Prices, closed: Instant): readonly Ticker[] {
  return [...prices.symbols.values()].flatMap(({ instrument, onboardDate }) => {
    const from = instantOf(Math.max(onboardDate, closed - DAY_MS + MINUTE_MS));
    const bar = prices.bar(instrument.symbol, from, later(closed, MINUTE_MS));
    if (bar === null) return [];
    const last = ticks(bar.close);
    const quoteVolume = (bar.close * bar.volume * instrument.cashPerTickStep) / CASH_PER_USDT;
    return {
      symbol: instrument.symbol,
      ...{ last, open: ticks(bar.open), high: ticks(bar.high), low: ticks(bar.low) },
      ...{ volume: steps(bar.volume), quoteVolume, trades: bar.volume, at: later(closed, MINUTE_MS) },
    };
  });
}

/** One price of each side, a hundred steps each. */
function bookOf(prices: Prices, symbol: string, closed: Instant) {
  const last = tickersOf(prices, closed).find((one) => one.symbol === symbol)?.last ?? ticks(2);
  const quantity = steps(100);
  return { bids: [{ price: ticks(last - 1), quantity }], asks: [{ price: last, quantity }] };
}

function marksOf(prices: Prices, closed: Instant) {
  return [...prices.symbols.values()].flatMap(({ instrument }) => {
    const { symbol } = instrument;
    const [mark, index] = [prices.mark(symbol, closed), prices.index(symbol, closed)];
    const funding = prices.funding(symbol, closed);
    if (mark === null || index === null || funding === null) return [];
    const priceOf = (count: number) => averagePrice(instrument, notional(instrument, ticks(count), steps(1)), steps(1));
    return {
      symbol,
      mark: priceOf(mark.close),
      index: priceOf(index.close),
      fundingRate: funding.next.rate,
      nextFundingAt: funding.next.at,
      at: later(closed, MINUTE_MS),
    };
  });
}

/** The first 500 full hours of a span. */
function hoursBetween(from: Instant, to: Instant): readonly Instant[] {
  const first = Math.ceil(from / HOUR_MS);
  const count = Math.min(500, Math.floor(to / HOUR_MS) - first + 1);
  return Array.from({ length: Math.max(0, count) }, (_, index) => instantOf((first + index) * HOUR_MS));
}
