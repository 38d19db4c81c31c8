import { DAY_MINUTES, type Instant, later, MINUTE_MS } from '#base/time.ts';
import { type Excursions, findExcursions } from './excursions.ts';
import { type ForwardReturn, forwardReturns } from './forward-returns.ts';
import { knownMinutes, type MovedPast } from './moved-past.ts';
import type { Rebound } from './price-sides.ts';
import { binsOf, type MoveBin, meanOf, percentileOf } from './sample-figures.ts';
import { findSwings, type Swing } from './swings.ts';

export interface MovesQuestion extends Rebound {
  readonly horizonMinutes: number;
}

/** Of samples in one unit; null when there are none, or the sample at this place is censored. */
export interface Percentiles {
  readonly p50: number | null;
  readonly p75: number | null;
  readonly p90: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
  readonly max: number | null;
}

/** A swing with its times; the low is an instant of a bar's open, as the others are. Prices in ticks. */
export interface DatedSwing {
  readonly beginAt: Instant;
  readonly turnAt: Instant;
  /** Null while it has not come back. */
  readonly endAt: Instant | null;
  readonly pivot: number;
  readonly extreme: number;
  readonly percent: number;
}

/** Drops before a rebound, one sample a swing. */
export interface DropFigures {
  readonly samples: number;
  readonly bins: readonly MoveBin[];
  readonly percent: Percentiles;
  /** From the start of a swing to its end. */
  readonly minutes: Percentiles;
  readonly swingsADay: number;
  /** The swing at the end of the candles, which is no sample. */
  readonly open: DatedSwing | null;
  /** The ten deepest, deepest first. */
  readonly largest: readonly DatedSwing[];
}

/** Excursions against an entry until its rebound; percentiles count the entries without one as the deepest. */
export interface ExcursionFigures {
  readonly samples: number;
  readonly bins: readonly MoveBin[];
  readonly censored: number;
  /** Entries so near the end of the candles that their horizon lies beyond it. */
  readonly cutOff: number;
  readonly percent: Percentiles;
  readonly minutes: Percentiles;
  /** How many waits for a rebound fit one after another into the time: what the overlapping entries are worth. */
  readonly effectiveSamples: number | null;
}

/** How far the price of a symbol has moved, by section 7 of docs/domain.md. All figures are statistics in float64. */
export interface PriceMoves {
  /** Open of the first minute, and the end of the last. */
  readonly from: Instant;
  readonly to: Instant;
  readonly minutesKnown: number;
  readonly drops: DropFigures;
  readonly excursions: ExcursionFigures;
  readonly returns: readonly ForwardReturn[];
}

const LARGEST = 10;
/** Entries are tried at the closes of whole five minutes. */
const START_EVERY_MS = 5 * MINUTE_MS;

export function measureMoves(past: MovedPast, question: MovesQuestion): PriceMoves {
  const { columns } = past;
  const isKnown = knownMinutes(past);
  const minutesKnown = isKnown.reduce((sum, known) => sum + known, 0);
  const starts = startsOf(columns.start, isKnown);
  return {
    from: columns.start,
    to: later(columns.start, columns.close.length * MINUTE_MS),
    minutesKnown,
    drops: dropFigures(past, question, minutesKnown),
    excursions: excursionFigures(findExcursions(columns, { ...question, starts }), minutesKnown),
    returns: forwardReturns(columns, starts, isKnown),
  };
}

function startsOf(start: Instant, isKnown: Uint8Array): Int32Array {
  const first = (START_EVERY_MS - (later(start, MINUTE_MS) % START_EVERY_MS)) % START_EVERY_MS;
  const step = START_EVERY_MS / MINUTE_MS;
  const starts = Array.from(
    { length: Math.ceil(isKnown.length / step) },
    (_, index) => first / MINUTE_MS + index * step,
  );
  return Int32Array.from(starts.filter((bar) => isKnown[bar] === 1));
}

function dropFigures({ columns }: MovedPast, rebound: Rebound, minutesKnown: number): DropFigures {
  const { ended, open } = findSwings(columns, rebound);
  const sorted = Float64Array.from(ended, ({ percent }) => percent).sort();
  const minutes = Float64Array.from(ended, ({ begin, end }) => (end ?? begin) - begin).sort();
  const dated = (swing: Swing): DatedSwing => ({
    beginAt: later(columns.start, swing.begin * MINUTE_MS),
    turnAt: later(columns.start, swing.turn * MINUTE_MS),
    endAt: swing.end === null ? null : later(columns.start, swing.end * MINUTE_MS),
    ...{ pivot: swing.pivot, extreme: swing.extreme, percent: swing.percent },
  });
  return {
    samples: ended.length,
    bins: binsOf(sorted),
    percent: percentilesOf(sorted),
    minutes: percentilesOf(minutes),
    swingsADay: minutesKnown === 0 ? 0 : (ended.length * DAY_MINUTES) / minutesKnown,
    open: open && dated(open),
    largest: ended
      .toSorted((one, other) => other.percent - one.percent)
      .slice(0, LARGEST)
      .map(dated),
  };
}

function excursionFigures(found: Excursions, minutesKnown: number): ExcursionFigures {
  const isReached = (_: number, index: number): boolean => !Number.isNaN(found.percent[index]);
  const sorted = found.percent.filter(isReached).sort();
  const minutes = found.minutes.filter(isReached).sort();
  const missing = found.censored + found.cutOff;
  const meanMinutes = meanOf(found.minutes);
  return {
    samples: found.percent.length,
    bins: binsOf(sorted, missing),
    ...{ censored: found.censored, cutOff: found.cutOff },
    percent: percentilesOf(sorted, missing),
    minutes: percentilesOf(minutes, missing),
    effectiveSamples: meanMinutes === null || meanMinutes === 0 ? null : minutesKnown / meanMinutes,
  };
}

function percentilesOf(sorted: Float64Array, censored = 0): Percentiles {
  const at = (share: number): number | null => percentileOf(sorted, share, censored);
  return { p50: at(0.5), p75: at(0.75), p90: at(0.9), p95: at(0.95), p99: at(0.99), max: at(1) };
}
