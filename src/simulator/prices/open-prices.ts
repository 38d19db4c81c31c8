import { assert, at } from '#base/assert.ts';
import { CASH_PER_USDT, type Rate, rate, type Steps, steps } from '#base/exact.ts';
import { DAY_MS, HOUR_MS, type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import { candlePrints, type Print } from './candle-prints.ts';
import { beginsOf, type Checkpoints } from './checkpoints.ts';
import { type CandleDay, dayOf, minuteOfDay } from './day.ts';
import type { DayBegins } from './day-chain.ts';
import { derivedBar, type PriceBar } from './derived-price.ts';
import { drawsOf, STREAM } from './draws.ts';
import type { FactorDay } from './factor.ts';
import { followedFactor } from './followed-factor.ts';
import { FACTOR_SYMBOL, factorDays, generatedDays } from './generated-days.ts';
import { joinedBar } from './joined-bar.ts';
import type { ListedSymbol } from './listed-symbols.ts';
import type { MarketCandle } from './market-candle.ts';
import { recordedDays, type Settlement } from './recorded-days.ts';
import { type ReferenceDay, referenceDays } from './reference-days.ts';

/** How much past a market has at its first start, at least. */
export const HISTORY_DAYS_MIN = 30;

/**
 * To be stored beside the seed and the first and start minutes: together they are all that prices follow from. Raised
 * whenever the same seed gives other prices, because a stored market would change its past.
 */
export const PRICES_VERSION = 1;

/** Funding as the exchange tells it in a minute. */
export interface Funding {
  /** What was settled at the minute's open; null when nothing was. */
  readonly settled: Rate | null;
  /** The next settlement behind the minute's open: when, and its rate as things stand at the minute's close. */
  readonly next: Settlement;
}

/** How far mark and index lie from the last price in a minute, in 1e-8; for `derivedPrice` of its prints. */
export interface Distances {
  readonly mark: Rate;
  readonly index: Rate;
}

/**
 * Everything the simulated exchange knows of prices, by symbol and open of a minute. The past and what comes are one
 * stream: a minute is the same whenever and however often it is asked for. Null: no such symbol, or no market in that
 * minute (before the listing, after the halt, in a gap of a recording). A minute before `firstMinute` is a broken belief.
 */
export interface Prices {
  readonly symbols: ReadonlyMap<string, ListedSymbol>;
  readonly firstMinute: Instant;
  readonly startMinute: Instant;
  /** The closed minute. */
  candle(symbol: string, minute: Instant): MarketCandle | null;
  /** The minutes from `from` on, `to` excluded, as one bar; cheaper than its candles. Null when none has a market. */
  bar(symbol: string, from: Instant, to: Instant): MarketCandle | null;
  /** What is traded inside it, oldest first; together they are the candle. Empty where there is no market. */
  prints(symbol: string, minute: Instant): readonly Print[];
  mark(symbol: string, minute: Instant): PriceBar | null;
  index(symbol: string, minute: Instant): PriceBar | null;
  /** How mark and index follow the last price inside the minute. */
  distances(symbol: string, minute: Instant): Distances | null;
  /** The minute of the coin's spot market, on the contract's grids. */
  spot(symbol: string, minute: Instant): MarketCandle | null;
  funding(symbol: string, minute: Instant): Funding | null;
  /** All open positions at the minute's close, in steps. */
  openInterest(symbol: string, minute: Instant): Steps | null;
  /** Which repetition of its recording a symbol is in: 1 is the recording; null for a generated one. */
  round(symbol: string, minute: Instant): number | null;
}

interface MarketSetup {
  /** A whole number below 2^32. */
  readonly seed: number;
  readonly symbols: readonly ListedSymbol[];
  /** Open of the oldest minute that there is. */
  readonly firstMinute: Instant;
  /** Open of the minute at which the market stands at a first start, at least 30 days later. */
  readonly startMinute: Instant;
  /** Of an earlier run of the same market; filled further as days are made. */
  readonly checkpoints?: Checkpoints;
}

/** Prices of the listed symbols, made as they are asked for: nothing is read, written or kept beyond some days. */
export function openPrices(setup: MarketSetup): Prices {
  const { seed, symbols, firstMinute, startMinute } = setup;
  assert(
    startMinute - firstMinute >= HISTORY_DAYS_MIN * DAY_MS,
    `a market starts with ${HISTORY_DAYS_MIN} days of past`,
  );
  const checkpoints = setup.checkpoints ?? new Map();
  const factor = factorOf(setup, beginsOf(checkpoints, 'factor'));
  const market = { seed, factor, checkpoints };
  const tracks = new Map(symbols.map((listed) => [listed.instrument.symbol, trackOf(listed, market)]));
  const check = (minute: Instant): void => {
    const isThere = minute >= firstMinute && minute % MINUTE_MS === 0;
    assert(isThere, `${minute} is the open of a minute that the market has`);
  };
  const find = (symbol: string, minute: Instant): Place | null => {
    check(minute);
    const track = tracks.get(symbol);
    return track === undefined ? null : placeOf(track, minute);
  };
  const candle = (symbol: string, minute: Instant): MarketCandle | null => {
    const place = find(symbol, minute);
    return place === null ? null : candleAt(place);
  };
  return {
    symbols: new Map(symbols.map((listed) => [listed.instrument.symbol, listed])),
    firstMinute,
    startMinute,
    candle,
    bar(symbol, from, to) {
      check(from);
      const track = tracks.get(symbol);
      const bar = track === undefined ? null : joinedBar(track.candles, tradedSpan(track, from, to));
      return bar === null ? null : { ...bar, time: from };
    },
    prints(symbol, minute) {
      const made = candle(symbol, minute);
      if (made === null) return [];
      return candlePrints(made, drawsOf({ seed, symbol, stream: STREAM.prints, part: minute / MINUTE_MS }));
    },
    mark: (symbol, minute) => barAt(find(symbol, minute), (day) => day.markRate),
    index: (symbol, minute) => barAt(find(symbol, minute), (day) => day.indexRate),
    distances: (symbol, minute) => distancesAt(find(symbol, minute)),
    spot: (symbol, minute) => spotAt(find(symbol, minute)),
    funding: (symbol, minute) => fundingAt(find(symbol, minute)),
    openInterest(symbol, minute) {
      const place = find(symbol, minute);
      return place === null ? null : steps(at(referenceOf(place).openInterest, place.row));
    },
    round: (symbol, minute) => tracks.get(symbol)?.round?.(minute) ?? null,
  };
}

/** A Bitcoin that is replayed leads the generated coins; otherwise they and Bitcoin follow a generated factor. */
function factorOf({ seed, symbols, firstMinute }: MarketSetup, begins: DayBegins): (day: number) => FactorDay {
  const first = dayOf(firstMinute);
  const bitcoin = symbols.find(({ instrument }) => instrument.symbol === FACTOR_SYMBOL);
  if (bitcoin?.source.kind !== 'recorded') return factorDays(seed, first, begins);
  return followedFactor(first, recordedDays(bitcoin.source.recording, bitcoin.instrument, seed).day, begins);
}

/** What all symbols share. */
interface SharedMarket {
  readonly seed: number;
  readonly factor: (day: number) => FactorDay;
  readonly checkpoints: Checkpoints;
}

/** One symbol's days. */
interface Track {
  readonly listed: ListedSymbol;
  readonly candles: (day: number) => CandleDay;
  readonly references: (day: number) => ReferenceDay;
  /** Of a recorded symbol. */
  readonly round: ((minute: Instant) => number) | null;
  readonly settlementFrom: ((minute: Instant) => Settlement | null) | null;
}

/** A minute with a market, and where it is found. */
interface Place {
  readonly track: Track;
  readonly minute: Instant;
  readonly day: CandleDay;
  readonly row: number;
}

function trackOf(listed: ListedSymbol, { seed, factor, checkpoints }: SharedMarket): Track {
  const { instrument, source, fundingHours, fundingCap, openInterest, onboardDate } = listed;
  const first = dayOf(onboardDate);
  const tickStep = instrument.cashPerTickStep / CASH_PER_USDT;
  const { symbol } = instrument;
  const place = { first, begins: beginsOf(checkpoints, `reference ${symbol}`) };
  const terms = { seed, symbol, fundingHours, fundingCap, openInterest, tickStep };
  if (source.kind === 'recorded') {
    const { day, round, settlementFrom } = recordedDays(source.recording, instrument, seed);
    const references = referenceDays({ ...terms, hasBasis: false }, place, day);
    return { listed, candles: day, references, round, settlementFrom };
  }
  const candles = generatedDays(
    { instrument, ...source },
    { seed, first, factor, begins: beginsOf(checkpoints, `coin ${symbol}`) },
  );
  const references = referenceDays({ ...terms, hasBasis: true }, place, candles);
  return { listed, candles, references, round: null, settlementFrom: null };
}

/** What of a span lies between the listing and the halt; its bar still opens at the span's own beginning. */
function tradedSpan({ listed }: Track, from: Instant, to: Instant) {
  const end = listed.haltedAt === null ? to : Math.min(to, listed.haltedAt);
  return { from: instantOf(Math.max(from, listed.onboardDate)), to: instantOf(end) };
}

function placeOf(track: Track, minute: Instant): Place | null {
  const { onboardDate, haltedAt } = track.listed;
  if (minute < onboardDate || (haltedAt !== null && minute >= haltedAt)) return null;
  const day = track.candles(dayOf(minute));
  const row = minuteOfDay(minute);
  return at(day.close, row) === 0 ? null : { track, minute, day, row };
}

function referenceOf({ track, minute }: Place): ReferenceDay {
  return track.references(dayOf(minute));
}

function candleAt({ minute, day, row }: Place): MarketCandle {
  return {
    time: minute,
    open: at(day.open, row),
    high: at(day.high, row),
    low: at(day.low, row),
    close: at(day.close, row),
    volume: at(day.volume, row),
    takerBuyVolume: at(day.takerBuyVolume, row),
    trades: at(day.trades, row),
  };
}

function barAt(place: Place | null, rates: (day: ReferenceDay) => Int32Array): PriceBar | null {
  return place === null ? null : derivedBar(candleAt(place), at(rates(referenceOf(place)), place.row));
}

function distancesAt(place: Place | null): Distances | null {
  if (place === null) return null;
  const { markRate, indexRate } = referenceOf(place);
  return { mark: rate(at(markRate, place.row)), index: rate(at(indexRate, place.row)) };
}

/** The spot market trades two fifths of what the contract does. */
function spotAt(place: Place | null): MarketCandle | null {
  if (place === null) return null;
  const candle = candleAt(place);
  const part = (count: number): number => Math.ceil((count * 2) / 5);
  const bar = derivedBar(candle, at(referenceOf(place).spotRate, place.row));
  const [volume, takerBuyVolume] = [part(candle.volume), part(candle.takerBuyVolume)];
  return { ...bar, volume, takerBuyVolume, trades: part(candle.trades) };
}

function fundingAt(place: Place | null): Funding | null {
  if (place === null) return null;
  return place.track.settlementFrom === null
    ? generatedFunding(place)
    : recordedFunding(place, place.track.settlementFrom);
}

/** A recording tells what will be settled; a symbol that was recorded without funding has none. */
function recordedFunding({ minute }: Place, settlementFrom: (minute: Instant) => Settlement | null): Funding | null {
  const here = settlementFrom(minute);
  const next = settlementFrom(later(minute, MINUTE_MS));
  if (here === null || next === null) return null;
  return { settled: here.at === minute ? here.rate : null, next };
}

/** Settled is what stood at the close of the minute before. */
function generatedFunding(place: Place): Funding {
  const { track, minute, row } = place;
  const interval = track.listed.fundingHours * HOUR_MS;
  const isSettlement = minute % interval === 0;
  const before = isSettlement ? placeOf(track, later(minute, -MINUTE_MS)) : null;
  return {
    settled: before === null ? null : rate(at(referenceOf(before).fundingRate, before.row)),
    next: {
      at: instantOf(Math.floor(minute / interval) * interval + interval),
      rate: rate(at(referenceOf(place).fundingRate, row)),
    },
  };
}
