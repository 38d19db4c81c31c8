import type { CandleColumns } from '../model/candle.ts';
import { percentAgainst, priceSides, type Rebound, reboundPrice } from './price-sides.ts';
import { RecordStack } from './record-stack.ts';

export interface ExcursionQuestion extends Rebound {
  /** Indexes of the bars whose close is an entry, ascending. */
  readonly starts: Int32Array;
  /** How many minutes a position may wait for its rebound. */
  readonly horizonMinutes: number;
}

/** What became of entries at the closes of bars, in the order of the starts. */
export interface Excursions {
  /** How far the price went against the entry until the rebound, percent of the entry; NaN where it did not come. */
  readonly percent: Float64Array;
  /** Minutes to the rebound; where it did not come, the minutes that were watched. */
  readonly minutes: Float64Array;
  readonly reached: number;
  /** Not come within the horizon; or not before the end of the bars, which lies inside it. */
  readonly censored: number;
  readonly cutOff: number;
}

/**
 * The maximum adverse excursion until a rebound from the entry, the low of the bar that reaches it included. One pass
 * from the last bar to the first over stacks of records, so an entry costs two binary searches.
 * Section 7 B of docs/domain.md; J. Sweeney, "Maximum Adverse Excursion" (1996).
 */
export function findExcursions(
  columns: Pick<CandleColumns, 'high' | 'low' | 'close'>,
  question: ExcursionQuestion,
): Excursions {
  const { starts, rebound, horizonMinutes } = question;
  const { sign, favour, against } = priceSides(columns, question.direction);
  const [best, worst] = [new RecordStack(favour, sign), new RecordStack(against, sign === 1 ? -1 : 1)];
  const percent = new Float64Array(starts.length).fill(Number.NaN);
  const minutes = new Float64Array(starts.length);
  const last = favour.length - 1;
  let [reached, censored, cutOff] = [0, 0, 0];
  let place = starts.length - 1;
  for (let bar = last; bar >= 0 && place >= 0; bar -= 1) {
    if (starts[place] === bar) {
      const entry = columns.close[bar] ?? 0;
      const end = best.firstAt(reboundPrice(entry, rebound, sign));
      if (end !== null && end - bar <= horizonMinutes) {
        percent[place] = percentAgainst(entry, worst.extremeUntil(end) ?? entry, sign);
        minutes[place] = end - bar;
        reached += 1;
      } else {
        minutes[place] = Math.min(horizonMinutes, last - bar);
        if (last - bar >= horizonMinutes) censored += 1;
        else cutOff += 1;
      }
      place -= 1;
    }
    best.add(bar);
    worst.add(bar);
  }
  return { percent, minutes, reached, censored, cutOff };
}
