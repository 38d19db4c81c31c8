import { CANDLE_LENGTH_MS, type CandleInterval, gridBegin } from '#base/candle-interval.ts';
import type { Instant } from '#base/time.ts';
import { openPercent } from '../../indicators/position/position-variables.ts';
import type { Stretch } from '../../model/history.ts';
import type { HeldPosition } from '../../model/position.ts';
import type { PositionField } from '../rule.ts';
import type { TimeframeBars } from '../rule-bars.ts';

/** The bars at which a value of the position is asked for: those of a stretch of these, by index. */
export interface PositionQuestion {
  readonly bars: TimeframeBars;
  readonly timeframe: CandleInterval;
  readonly stretch: Stretch;
}

/**
 * A value of the position at each bar of a stretch, for the position as it stands now: at an earlier bar only the close
 * and the bars counted differ. Unknown (NaN) at a bar that closed before the position opened, or for `bars_since_exit`
 * before the last one ended.
 */
export function positionValues(field: PositionField, question: PositionQuestion, position: HeldPosition): Float64Array {
  const { from, to } = question.stretch;
  const values = new Float64Array(to - from).fill(Number.NaN);
  const since = field === 'bars_since_exit' ? position.endedAt : position.openedAt;
  if (since === null) return values;
  const begin = firstAfter(question, since);
  const { columns, grids } = question.bars;
  const { close = values } = columns;
  const { units, decimals } = grids.price;
  const one = 10 ** decimals;
  for (let bar = Math.max(from, begin); bar < to; bar += 1) {
    if (field === 'levels_filled') values[bar - from] = position.levelsFilled;
    else if (field === 'unrealized_percent')
      values[bar - from] = openPercent(
        position.sign,
        ((close[bar] ?? Number.NaN) * units) / one,
        position.averagePrice,
      );
    else values[bar - from] = bar - begin + 1;
  }
  return values;
}

/** Index of the first bar that closes after an instant; it may lie outside of the bars. */
function firstAfter({ bars: { end, length }, timeframe }: PositionQuestion, since: Instant): number {
  const span = CANDLE_LENGTH_MS[timeframe];
  const closedBy = (instant: Instant) => Math.floor((instant - gridBegin(timeframe)) / span);
  return closedBy(since) - (closedBy(end) - length);
}
