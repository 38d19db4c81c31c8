import { DAY_MS, HOUR_MS, type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import { keptValues } from '../tape/kept-values.ts';
import { type Bar, joinedBars } from './bar.ts';

/** Blocks that are joined once and kept: their length, and how many of a series. All of them take less than a megabyte. */
const LEVELS = [
  { lengthMs: 15 * MINUTE_MS, kept: 1_000 },
  { lengthMs: HOUR_MS, kept: 1_000 },
  { lengthMs: DAY_MS, kept: 2_000 },
] as const;

/** Closed minutes of a series as one bar: from `from` on, `to` excluded. Null where none has a market. */
export type BarSpan = (from: Instant, to: Instant) => Bar | null;

/** Joins minutes over blocks of blocks, so that a day costs its 1,440 minutes only once. */
export function barBlocks(minuteBar: (minute: Instant) => Bar | null): BarSpan {
  const minutes: BarSpan = (from, to) => {
    let bar: Bar | null = null;
    for (let minute = from; minute < to; minute = later(minute, MINUTE_MS)) bar = joinedBars(bar, minuteBar(minute));
    return bar;
  };
  return LEVELS.reduce(withBlocks, minutes);
}

/** The same span, over blocks of one length where it holds whole ones. */
function withBlocks(inner: BarSpan, { lengthMs, kept }: (typeof LEVELS)[number]): BarSpan {
  const blocks = keptValues(kept, (number) => inner(instantOf(number * lengthMs), instantOf((number + 1) * lengthMs)));
  return (from, to) => {
    const [first, end] = [Math.ceil(from / lengthMs), Math.floor(to / lengthMs)];
    if (first >= end) return inner(from, to);
    let bar = inner(from, instantOf(first * lengthMs));
    for (let number = first; number < end; number += 1) bar = joinedBars(bar, blocks.at(number));
    return joinedBars(bar, inner(instantOf(end * lengthMs), to));
  };
}
