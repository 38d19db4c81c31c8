import { at } from '#base/assert.ts';
import { CASH_PER_USDT } from '#base/exact.ts';
import { dayNumber, type Instant, instantOf } from '#base/time.ts';
import { beginsOf, type Checkpoints } from './days/checkpoints.ts';
import { type CandleDay, minuteOfDay } from './days/day.ts';
import { dayWalk } from './days/day-chain.ts';
import type { FactorDay } from './days/factor.ts';
import { generatedDays } from './days/generated-days.ts';
import { type RecordedSettlement, recordedDays } from './days/recorded-days.ts';
import { type ReferenceDay, referenceDays } from './days/reference-days.ts';
import type { ListedSymbol } from './listed-symbols.ts';
import type { MarketCandle } from './market-candle.ts';
import { type CountDay, countDays } from './prints/trade-counts.ts';

/** What all symbols share. */
interface SharedMarket {
  readonly seed: number;
  readonly factor: (day: number) => FactorDay;
  readonly checkpoints: Checkpoints;
}

/** One symbol's days. */
export interface SymbolTrack {
  readonly listed: ListedSymbol;
  readonly candles: (day: number) => CandleDay;
  readonly references: (day: number) => ReferenceDay;
  readonly counts: (day: number) => CountDay;
  /** Null for a generated symbol. */
  readonly round: ((minute: Instant) => number) | null;
  /** Null when no funding was recorded. */
  readonly settlementFrom: ((minute: Instant) => RecordedSettlement) | null;
}

/** A minute with a market, and its position in the symbol's days. */
export interface TrackPoint {
  readonly track: SymbolTrack;
  readonly minute: Instant;
  readonly day: CandleDay;
  readonly row: number;
}

/** The days of a listed symbol, from its recording or generated. */
export function trackOf(listed: ListedSymbol, { seed, factor, checkpoints }: SharedMarket): SymbolTrack {
  const { instrument, source, onboardDate } = listed;
  const series = { seed, first: dayNumber(onboardDate), checkpoints };
  if (source.kind === 'recorded') {
    const { day, round, settlementFrom } = recordedDays(source.recording, instrument, seed);
    const hasFunding = source.recording.funding.minute.length > 0;
    const days = derivedDays({ listed, candles: day, hasBasis: false }, series);
    return { listed, ...days, round, settlementFrom: hasFunding ? settlementFrom : null };
  }
  const begins = beginsOf(checkpoints, `coin ${instrument.symbol}`);
  const candles = generatedDays({ instrument, ...source }, { seed, first: series.first, factor, begins });
  const days = derivedDays({ listed, candles, hasBasis: true }, series);
  return { listed, ...days, round: null, settlementFrom: null };
}

interface CandleSource {
  readonly listed: ListedSymbol;
  readonly candles: (day: number) => CandleDay;
  readonly hasBasis: boolean;
}

interface SeriesOrigin {
  readonly seed: number;
  readonly first: number;
  readonly checkpoints: Checkpoints;
}

/** Candles and the series derived from them. They advance together, because all of them need the candles of a day. */
function derivedDays({ listed, candles, hasBasis }: CandleSource, { seed, first, checkpoints }: SeriesOrigin) {
  const { instrument, fundingHours, fundingCap, openInterest, onboardDate, haltedAt } = listed;
  const { symbol } = instrument;
  const tickStep = instrument.cashPerTickStep / CASH_PER_USDT;
  const terms = { seed, symbol, hasBasis, fundingHours, fundingCap, openInterest, tickStep };
  const origin = { first, begins: beginsOf(checkpoints, `reference ${symbol}`) };
  const counted = { first, begins: beginsOf(checkpoints, `count ${symbol}`) };
  const references = referenceDays(terms, origin, candles);
  const times = { from: onboardDate, to: haltedAt ?? Number.POSITIVE_INFINITY };
  const counts = countDays(times, counted, candles);
  const walk = dayWalk(first, [origin.begins, counted.begins], (day) => {
    references(day);
    counts(day);
  });
  const together =
    <Day>(series: (day: number) => Day) =>
    (day: number): Day => {
      walk(day);
      return series(day);
    };
  return { candles: together(candles), references: together(references), counts: together(counts) };
}

/** The part of a span between the listing and the halt. */
export function tradedSpan({ listed }: SymbolTrack, from: Instant, to: Instant) {
  const end = listed.haltedAt === null ? to : Math.min(to, listed.haltedAt);
  return { from: instantOf(Math.max(from, listed.onboardDate)), to: instantOf(end) };
}

/** Null when the symbol has no market in that minute. */
export function trackPointAt(track: SymbolTrack, minute: Instant): TrackPoint | null {
  const { onboardDate, haltedAt } = track.listed;
  if (minute < onboardDate || (haltedAt !== null && minute >= haltedAt)) return null;
  const day = track.candles(dayNumber(minute));
  const row = minuteOfDay(minute);
  return at(day.close, row) === 0 ? null : { track, minute, day, row };
}

export function referenceOf({ track, minute }: TrackPoint): ReferenceDay {
  return track.references(dayNumber(minute));
}

export function candleAt({ minute, day, row }: TrackPoint): MarketCandle {
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
