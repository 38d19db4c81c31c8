import { assert } from '#base/assert.ts';
import { CANDLE_LENGTH_MS, type CandleInterval, gridBegin } from '#base/candle-interval.ts';
import { type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import type { MarketMinute } from '../model/account.ts';
import type { MarketWindow, WindowSpec } from '../model/window.ts';
import { BarLane } from './bar-lane.ts';

/** A closed minute, and the bars up to it. */
type MinuteOfBars = Pick<MarketMinute, 'time' | 'bar'>;

/** A cache of the closed bars of an account's market; its content follows from the minutes alone. */
export type ClosedBars = Map<string, BarLane>;

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
  const end = lastClose(minute.time, timeframe);
  const key = `${symbol} ${timeframe}`;
  const lane = known.get(key) ?? new BarLane(timeframe);
  known.set(key, lane);
  lane.reach(end, count, (from, to) => minute.bar(symbol, from, to));
  if (spec.block === undefined && !lane.isComplete(count)) return null;
  const columns = new Map(spec.columns.map((name) => [name, lane.last(name, count)]));
  return {
    timeframe,
    columns: spec.columns,
    length: count,
    end,
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
