import { at } from '#base/assert.ts';
import type { BarTable } from '#engine/scan/bar-table.ts';
import type { Figure, Figures } from '#ports/screener.ts';
import type { ScreenedPast } from './screened-past.ts';

/** Thirty days of hours. */
export const RETURN_HOURS = 720;
/** With more hours missing than this the others say too little. */
const MISSING_MAX = RETURN_HOURS / 20;

/** Log returns of the last thirty days by hour, NaN where one is missing, and the place on the grid of the last hour. */
export interface HourlyReturns {
  readonly last: number;
  readonly values: Float64Array;
}

/** @returns null while less than thirty days are stored */
export function hourlyReturns({ first, length, columns }: BarTable): HourlyReturns | null {
  if (length < RETURN_HOURS + 1) return null;
  const closes = columns.close.subarray(length - RETURN_HOURS - 1);
  const values = new Float64Array(RETURN_HOURS);
  for (let hour = 0; hour < RETURN_HOURS; hour += 1) values[hour] = Math.log(at(closes, hour + 1) / at(closes, hour));
  return { last: first + length - 1, values };
}

/** How the hours of a symbol go with those of bitcoin. @param btc - null when too few of them are stored */
export function btcFigures({ hourly }: ScreenedPast, btc: HourlyReturns | null): Figures {
  const own = hourlyReturns(hourly);
  const moments = own === null || btc === null ? null : jointMoments(own, btc);
  if (moments === null) return { btcCorrelation: 'PAST_SHORT', btcBeta: 'PAST_SHORT' };
  const { both, ownSquares, otherSquares } = moments;
  return {
    btcCorrelation: ratio(both, Math.sqrt(ownSquares * otherSquares)),
    btcBeta: ratio(both, otherSquares),
  };
}

/** Pearson's correlation of two; null where they have too few hours in common, or one did not move. */
export function correlationOf(own: HourlyReturns, other: HourlyReturns): number | null {
  const moments = jointMoments(own, other);
  if (moments === null) return null;
  const found = ratio(moments.both, Math.sqrt(moments.ownSquares * moments.otherSquares));
  return typeof found === 'number' ? found : null;
}

function ratio(above: number, below: number): Figure {
  return below === 0 ? 'UNDEFINED' : above / below;
}

/** Sums of products around the means, over the hours that both have. */
function jointMoments(own: HourlyReturns, other: HourlyReturns) {
  const shift = own.last - other.last; // The hour `h` of one is the hour `h + shift` of the other.
  const [from, to] = [Math.max(0, -shift), Math.min(RETURN_HOURS, RETURN_HOURS - shift)];
  let [count, ownSum, otherSum, both, ownSquares, otherSquares] = [0, 0, 0, 0, 0, 0];
  for (let hour = from; hour < to; hour += 1) {
    const [x, y] = [own.values[hour] as number, other.values[hour + shift] as number]; // Inside both, by the bounds above.
    if (Number.isNaN(x) || Number.isNaN(y)) continue;
    count += 1;
    ownSum += x;
    otherSum += y;
    both += x * y;
    ownSquares += x * x;
    otherSquares += y * y;
  }
  if (count < RETURN_HOURS - MISSING_MAX) return null;
  return {
    both: both - (ownSum * otherSum) / count,
    ownSquares: ownSquares - (ownSum * ownSum) / count,
    otherSquares: otherSquares - (otherSum * otherSum) / count,
  };
}
