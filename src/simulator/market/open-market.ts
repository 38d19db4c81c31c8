import { assert } from '#base/assert.ts';
import type { Steps } from '#base/exact.ts';
import { type Instant, later, MINUTE_MS, startOf } from '#base/time.ts';
import type { ListedSymbol } from '../prices/listed-symbols.ts';
import type { Prices } from '../prices/prices.ts';
import { dayTickers } from './bars/day-ticker.ts';
import { intervalStart } from './bars/intervals.ts';
import { type KlineSource, klinePage, numberedKline } from './bars/kline-page.ts';
import { seriesBars } from './bars/series-bars.ts';
import { currentPremium } from './current-premium.ts';
import type { DayTicker, Disturbance, OrderBook, OwnPrint, Series, SimulatedMarket } from './market.ts';
import { preparation } from './preparation.ts';
import { distantPrice, settlementsBetween } from './settlements.ts';
import { BOOK_LEVELS, syntheticBook } from './synthetic-book.ts';
import { shownTape } from './tape/shown-tape.ts';
import { symbolChanges } from './tape/symbol-changes.ts';
import { type SymbolTape, symbolTape } from './tape/symbol-tape.ts';
import { boundsBetween, tradesBetween, tradesFrom } from './tape/trade-lists.ts';

/** Cached state of one symbol; dropped when the symbol is disturbed. */
interface SymbolMarket {
  /** The market's own. */
  readonly tape: SymbolTape;
  /** With what accounts have traded. */
  readonly shown: SymbolTape;
  readonly ticker: (now: Instant) => DayTicker | null;
  readonly source: (series: Series) => KlineSource;
}

/**
 * The market that results from prices and disturbances. It has no clock: an instant always gives the same answer,
 * whatever the order of calls.
 */
export function openMarket(prices: Prices, disturbances: readonly Disturbance[] = []): SimulatedMarket {
  const done: Disturbance[] = [...disturbances];
  const made = new Map<string, SymbolMarket>();
  const own = new Map<string, readonly OwnPrint[]>();
  const find = (symbol: string): SymbolMarket | null => {
    const listed = prices.symbols.get(symbol);
    if (listed === undefined) return null;
    const known = made.get(symbol) ?? symbolMarket(prices, listed, { done, own: () => own.get(symbol) ?? [] });
    made.set(symbol, known);
    return known;
  };
  /** Null for symbols that are not listed at that instant. */
  const listedAt = (symbol: string, now: Instant): SymbolMarket | null => {
    const market = find(symbol);
    return market !== null && now >= market.tape.listed.onboardDate ? market : null;
  };
  const tapeAt = (symbol: string, now: Instant): SymbolTape | null => listedAt(symbol, now)?.tape ?? null;
  const numbered: SimulatedMarket['numberedKline'] = (symbol, opened, now) => {
    const market = listedAt(symbol, now);
    return market === null ? null : numberedKline(market.source('last'), opened, now);
  };
  return {
    symbols: prices.symbols,
    isListed: (symbol, now) => listedAt(symbol, now) !== null,
    status(symbol, now) {
      const tape = tapeAt(symbol, now);
      if (tape === null) return null;
      return isHalted(tape, now) ? 'SETTLING' : 'TRADING';
    },
    ...tapeAnswers(listedAt),
    include(symbol, prints) {
      own.set(symbol, prints);
    },
    mark: (symbol, now) => distantPrice(prices, tapeAt(symbol, now), { now, of: 'mark' }),
    index: (symbol, now) => distantPrice(prices, tapeAt(symbol, now), { now, of: 'index' }),
    premium(symbol, now) {
      const tape = tapeAt(symbol, now);
      return tape === null ? null : currentPremium(prices, tape, now);
    },
    book: (symbol, now, levels = BOOK_LEVELS) => bookOf(tapeAt(symbol, now), now, levels),
    dayTicker: (symbol, now) => listedAt(symbol, now)?.ticker(now) ?? null,
    klines(symbol, query, now) {
      const market = listedAt(symbol, now);
      return market === null ? [] : klinePage(market.source(query.series), query, now);
    },
    numberedKline: numbered,
    openKline: (symbol, interval, now) => numbered(symbol, { interval, start: intervalStart(interval, now) }, now),
    settlements(symbol, from, to) {
      const tape = tapeAt(symbol, to);
      return tape === null ? [] : settlementsBetween(prices, tape, { from, to });
    },
    openInterest: (symbol, now) => openInterestAt(prices, tapeAt(symbol, now), now),
    filters: (symbol) => find(symbol)?.tape.changes.filters ?? null,
    disturb(disturbance) {
      assert(prices.symbols.has(disturbance.symbol), `${disturbance.symbol} is a symbol of the market`);
      done.push(disturbance);
      made.delete(disturbance.symbol);
    },
    prepare: preparation(prices, (symbol, now) => listedAt(symbol, now)?.ticker(now)),
  };
}

/** What is answered from the trades of a symbol. */
function tapeAnswers(
  listedAt: (symbol: string, now: Instant) => SymbolMarket | null,
): Pick<SimulatedMarket, 'trades' | 'bounds' | 'tape' | 'tradesFrom' | 'latest' | 'last'> {
  return {
    trades(symbol, after, until) {
      const tape = listedAt(symbol, until)?.tape ?? null;
      return tape === null ? [] : tradesBetween(tape, after, until);
    },
    bounds(symbol, after, until) {
      const tape = listedAt(symbol, until)?.tape ?? null;
      return tape === null ? null : boundsBetween(tape, after, until);
    },
    tape(symbol, after, until) {
      const market = listedAt(symbol, until);
      return market === null ? [] : tradesBetween(market.shown, after, until);
    },
    tradesFrom(symbol, id, limit, now) {
      const market = listedAt(symbol, now);
      return market === null ? [] : tradesFrom(market.shown, { id, limit, now });
    },
    latest: (symbol, now) => listedAt(symbol, now)?.shown.latest(now) ?? null,
    last: (symbol, now) => listedAt(symbol, now)?.shown.latest(now)?.price ?? null,
  };
}

interface Changes {
  readonly done: readonly Disturbance[];
  readonly own: () => readonly OwnPrint[];
}

function symbolMarket(prices: Prices, listed: ListedSymbol, { done, own }: Changes): SymbolMarket {
  const { instrument } = listed;
  const disturbed = done.filter(({ symbol }) => symbol === instrument.symbol);
  const tape = symbolTape(prices, listed, symbolChanges(instrument, disturbed));
  const shown = shownTape(tape, own);
  const sources = new Map<Series, KlineSource>();
  const source = (series: Series): KlineSource => {
    const known = sources.get(series);
    if (known !== undefined) return known;
    const of = series === 'last' ? shown : tape;
    const opened = { tape: of, bars: seriesBars(series, prices, of) };
    sources.set(series, opened);
    return opened;
  };
  return { tape, shown, ticker: dayTickers(shown, source('last').bars), source };
}

function isHalted({ listed, changes }: SymbolTape, now: Instant): boolean {
  if (listed.haltedAt !== null && now >= listed.haltedAt) return true;
  return changes.halt(startOf(now, MINUTE_MS)) !== null;
}

function bookOf(tape: SymbolTape | null, now: Instant, levels: number): OrderBook | null {
  const latest = tape?.latest(now) ?? null;
  if (tape === null || latest === null) return null;
  if (isHalted(tape, now)) return { updateId: latest.id, time: latest.time, bids: [], asks: [] };
  return syntheticBook(tape.listed, latest, levels);
}

/** Open interest at the previous minute's close; for a halted symbol, when it last traded. */
function openInterestAt(prices: Prices, tape: SymbolTape | null, now: Instant): Steps | null {
  if (tape === null) return null;
  const { symbol } = tape.listed.instrument;
  const before = later(startOf(now, MINUTE_MS), -MINUTE_MS);
  const closed = before >= tape.listed.onboardDate ? tape.candle(before) : null;
  // A minute that traded has a latest trade without drawing its prints, which a page of open interest would do for each row.
  if (closed !== null && closed.volume > 0) return prices.openInterest(symbol, before);
  const latest = tape.latest(now);
  if (latest === null) return null;
  return prices.openInterest(symbol, closed === null ? startOf(latest.time, MINUTE_MS) : before);
}
