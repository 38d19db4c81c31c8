import { assert, at } from '#base/assert.ts';
import { type Rate, rate, steps } from '#base/exact.ts';
import { DAY_MS, dayNumber, type Instant, MINUTE_MS } from '#base/time.ts';
import { beginsOf } from './days/checkpoints.ts';
import { minuteOfDay } from './days/day.ts';
import type { DayBegins } from './days/day-chain.ts';
import { drawsOf, STREAM } from './days/draws.ts';
import type { FactorDay } from './days/factor.ts';
import { followedFactor } from './days/followed-factor.ts';
import { FACTOR_SYMBOL, factorDays } from './days/generated-days.ts';
import { recordedDays } from './days/recorded-days.ts';
import type { ReferenceDay } from './days/reference-days.ts';
import { derivedCandle, type PriceCandle } from './derived-price.ts';
import { fundingAt } from './funding.ts';
import { joinedBar } from './joined-bar.ts';
import type { MarketCandle } from './market-candle.ts';
import { pastBars } from './past-bars.ts';
import { type Distances, HISTORY_DAYS_MIN, type MarketSetup, type Prices } from './prices.ts';
import { candlePrints, printedValue } from './prints/candle-prints.ts';
import type { TradeCounts } from './prints/trade-counts.ts';
import {
  candleAt,
  referenceOf,
  type SymbolTrack,
  type TrackPoint,
  trackOf,
  trackPointAt,
  tradedSpan,
} from './symbol-track.ts';

/** Prices of the listed symbols, computed on demand; nothing but a few cached days is kept. */
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
    // The message is built only when needed: a page of daily candles comes here for each of its minutes.
    if (!isThere) assert(false, `${minute} is the open of a minute that the market has`);
  };
  const find = (symbol: string, minute: Instant): TrackPoint | null => {
    check(minute);
    const track = tracks.get(symbol);
    return track === undefined ? null : trackPointAt(track, minute);
  };
  const candle = (symbol: string, minute: Instant): MarketCandle | null => {
    const point = find(symbol, minute);
    return point === null ? null : candleAt(point);
  };
  const printDraws = (symbol: string, minute: Instant) =>
    drawsOf({ seed, symbol, stream: STREAM.prints, part: minute / MINUTE_MS });
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
    past: pastBars(setup.pastBars ?? {}),
    prints(symbol, minute) {
      const made = candle(symbol, minute);
      return made === null ? [] : candlePrints(made, printDraws(symbol, minute));
    },
    printedValue: (symbol, made) => printedValue(made, printDraws(symbol, made.time)),
    mark: (symbol, minute) => barAt(find(symbol, minute), (day) => day.markRate),
    index: (symbol, minute) => barAt(find(symbol, minute), (day) => day.indexRate),
    distances: (symbol, minute) => distancesAt(find(symbol, minute)),
    spot: (symbol, minute) => spotAt(find(symbol, minute)),
    spotDistance: (symbol, minute) => spotRateAt(find(symbol, minute)),
    countsBefore(symbol, minute) {
      check(minute);
      const track = tracks.get(symbol);
      return track === undefined || minute < track.listed.onboardDate ? null : countsBefore(track, minute);
    },
    funding(symbol, minute) {
      const point = find(symbol, minute);
      return point === null ? null : fundingAt(point);
    },
    openInterest(symbol, minute) {
      const point = find(symbol, minute);
      return point === null ? null : steps(at(referenceOf(point).openInterest, point.row));
    },
    round: (symbol, minute) => tracks.get(symbol)?.round?.(minute) ?? null,
  };
}

/** A replayed Bitcoin leads the generated coins; otherwise all follow a generated factor. */
function factorOf({ seed, symbols, firstMinute }: MarketSetup, begins: DayBegins): (day: number) => FactorDay {
  const first = dayNumber(firstMinute);
  const bitcoin = symbols.find(({ instrument }) => instrument.symbol === FACTOR_SYMBOL);
  if (bitcoin?.source.kind !== 'recorded') return factorDays(seed, first, begins);
  return followedFactor(first, recordedDays(bitcoin.source.recording, bitcoin.instrument, seed).day, begins);
}

function barAt(point: TrackPoint | null, rates: (day: ReferenceDay) => Int32Array): PriceCandle | null {
  return point === null ? null : derivedCandle(candleAt(point), at(rates(referenceOf(point)), point.row));
}

function distancesAt(point: TrackPoint | null): Distances | null {
  if (point === null) return null;
  const { markRate, indexRate } = referenceOf(point);
  return { mark: rate(at(markRate, point.row)), index: rate(at(indexRate, point.row)) };
}

function spotRateAt(point: TrackPoint | null): Rate | null {
  return point === null ? null : rate(at(referenceOf(point).spotRate, point.row));
}

/** A halted symbol keeps the counts it had then. */
function countsBefore({ listed, counts }: SymbolTrack, minute: Instant): TradeCounts {
  const time = listed.haltedAt === null || minute < listed.haltedAt ? minute : listed.haltedAt;
  const day = counts(dayNumber(time));
  const row = minuteOfDay(time);
  return { trades: at(day.trades, row), prints: at(day.prints, row) };
}

/** The spot market trades two fifths of the contract's volume. */
function spotAt(point: TrackPoint | null): MarketCandle | null {
  if (point === null) return null;
  const candle = candleAt(point);
  const part = (count: number): number => Math.ceil((count * 2) / 5);
  const bar = derivedCandle(candle, at(referenceOf(point).spotRate, point.row));
  const [volume, takerBuyVolume] = [part(candle.volume), part(candle.takerBuyVolume)];
  return { ...bar, volume, takerBuyVolume, trades: part(candle.trades) };
}
