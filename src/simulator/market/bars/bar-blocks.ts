import { DAY_MS, HOUR_MS, type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import { keptValues } from '../../prices/kept-values.ts';
import { type Bar, joinedBars } from './bar.ts';

/**
 * Blocks that are joined once and cached: their length, and how many per series. Together they take less than a
 * megabyte.
 */
const LEVELS = [
  { lengthMs: 15 * MINUTE_MS, kept: 1_000 },
  { lengthMs: HOUR_MS, kept: 1_000 },
  { lengthMs: DAY_MS, kept: 2_000 },
] as const;

/** The closed minutes [from, to) of a series as one bar; null when none has a market. */
export type BarSpan = (from: Instant, to: Instant) => Bar | null;

/**
 * Joins minutes by way of cached blocks, so that a day's 1,440 minutes are read only once.
 * @param known - a block that need not be joined; null for one that must be
 */
export function barBlocks(minuteBar: (minute: Instant) => Bar | null, known: BarSpan): BarSpan {
  const minutes: BarSpan = (from, to) => {
    let bar: Bar | null = null;
    for (let minute = from; minute < to; minute = later(minute, MINUTE_MS)) bar = joinedBars(bar, minuteBar(minute));
    return bar;
  };
  return LEVELS.reduce((inner, level) => withBlocks(inner, level, known), minutes);
}

/** Joins the same span from blocks of one length where it contains whole ones. */
function withBlocks(inner: BarSpan, { lengthMs, kept }: (typeof LEVELS)[number], known: BarSpan): BarSpan {
  const blocks = keptValues(kept, (number) => {
    const [from, to] = [instantOf(number * lengthMs), instantOf((number + 1) * lengthMs)];
    return known(from, to) ?? inner(from, to);
  });
  return (from, to) => {
    const [first, end] = [Math.ceil(from / lengthMs), Math.floor(to / lengthMs)];
    if (first >= end) return inner(from, to);
    let bar = inner(from, instantOf(first * lengthMs));
    for (let number = first; number < end; number += 1) bar = joinedBars(bar, blocks.at(number));
    return joinedBars(bar, inner(instantOf(end * lengthMs), to));
  };
}
