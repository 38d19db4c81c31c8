import { assert } from '#base/assert.ts';
import { CANDLE_LENGTH_MS, type CandleInterval, gridBegin } from '#base/candle-interval.ts';
import { type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import type { MarketMinute } from '../model/account.ts';
import type { Candle } from '../model/candle.ts';
import type { CandleColumn, MarketWindow, WindowSpec } from '../model/window.ts';

/** Bars of a symbol as they were read last: the newest ends at `end`, null where the market gave no candle. */
interface Lane {
  readonly bars: readonly (Candle | null)[];
  readonly end: Instant;
}

/** A closed minute, and the bars up to it. */
type MinuteOfBars = Pick<MarketMinute, 'time' | 'bar'>;

/** A cache of the closed bars of an account's market; its content follows from the minutes alone. */
export type ClosedBars = Map<string, Lane>;

/**
 * The window at the close of a minute.
 * @returns null while it is not known: fewer bars have closed since the symbol was listed, or one of them has no candle,
 *   and the spec does not take missing bars
 */
export function windowAt(
  known: ClosedBars,
  minute: MinuteOfBars,
  symbol: string,
  spec: WindowSpec,
): MarketWindow | null {
  const { timeframe } = spec;
  const count = barsOf(spec, minute.time);
  const bars = barsAt(known, minute, symbol, { timeframe, bars: count }).slice(-count);
  if (bars.length < count || (spec.block === undefined && bars.includes(null))) return null;
  const columns = new Map(spec.columns.map((name) => [name, columnOf(bars, name)]));
  return {
    timeframe,
    columns: spec.columns,
    length: count,
    end: lastClose(minute.time, timeframe),
    column(name) {
      const column = columns.get(name);
      assert(column !== undefined, `the window declares the column ${name}`);
      return column;
    },
  };
}

/** How many bars the window holds at the close of the minute that opened at `time`. */
function barsOf({ timeframe, bars, block = 1 }: WindowSpec, time: Instant): number {
  const last = (lastClose(time, timeframe) - gridBegin(timeframe)) / CANDLE_LENGTH_MS[timeframe] - 1;
  return bars + (last % block);
}

function columnOf(bars: readonly (Candle | null)[], name: CandleColumn): Float64Array {
  return Float64Array.from(bars, (bar) => bar?.[name] ?? Number.NaN);
}

/** At least as many bars as the spec needs, up to the last one that has closed when the minute closes. */
function barsAt(
  known: ClosedBars,
  minute: MinuteOfBars,
  symbol: string,
  { timeframe, bars }: Pick<WindowSpec, 'timeframe' | 'bars'>,
) {
  const length = CANDLE_LENGTH_MS[timeframe];
  const end = lastClose(minute.time, timeframe);
  const key = `${symbol} ${timeframe}`;
  const lane = known.get(key);
  if (lane !== undefined && lane.end === end && lane.bars.length >= bars) return lane.bars;
  const count = Math.max(bars, lane?.bars.length ?? 0);
  const kept = lane === undefined ? [] : keptBars(lane, { end, count, length });
  const read = Array.from({ length: count - kept.length }, (_unused, index) => {
    const to = later(end, -(count - kept.length - 1 - index) * length);
    return minute.bar(symbol, later(to, -length), to);
  });
  const whole = [...kept, ...read];
  known.set(key, { bars: whole, end });
  return whole;
}

/** The bars of a lane that are still needed: its last ones, when the new end lies after it. */
function keptBars(
  { bars, end }: Lane,
  wanted: { readonly end: Instant; readonly count: number; readonly length: number },
) {
  const passed = (wanted.end - end) / wanted.length;
  const kept = wanted.count - passed;
  return passed < 0 || kept <= 0 || kept > bars.length ? [] : bars.slice(-kept);
}

/** When the last bar closed that has closed by the close of the minute that opened at `time`. */
function lastClose(time: Instant, timeframe: CandleInterval): Instant {
  const begin = gridBegin(timeframe);
  const length = CANDLE_LENGTH_MS[timeframe];
  return instantOf(Math.floor((time + MINUTE_MS - begin) / length) * length + begin);
}

/** Whether a bar closes with the minute that opened at `time`. */
export function closesBar(time: Instant, timeframe: CandleInterval): boolean {
  return lastClose(time, timeframe) === time + MINUTE_MS;
}

/** Open of the first minute at or after `time` with which a bar closes. */
export function nextBarClose(time: Instant, timeframe: CandleInterval): Instant {
  return closesBar(time, timeframe) ? time : later(lastClose(time, timeframe), CANDLE_LENGTH_MS[timeframe] - MINUTE_MS);
}
