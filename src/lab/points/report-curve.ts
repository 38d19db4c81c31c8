import { at } from '#base/assert.ts';
import { add, type Cash, ZERO_CASH } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import { cycleResult } from '#engine/bots/ladder/closing.ts';
import type { Stretch, SymbolHistory } from '#engine/model/history.ts';
import { indexOf } from '#engine/scan/market-minutes.ts';
import { dayMarks, MARK_NUMBERS } from '#engine/sweep/day-marks.ts';
import type { BotReport } from '../report/bot-report.ts';

/** The same marks as the kernel's, from a report. */
export function curveOfReport(
  report: BotReport,
  { start }: Pick<SymbolHistory['columns'], 'start'>,
  span: Stretch,
): Float64Array {
  const ended = endedCycles(report);
  const points = report.equity.points.slice(1);
  const curve = new Float64Array(points.length * MARK_NUMBERS);
  let [next, closed] = [0, ZERO_CASH];
  for (const [place, minute] of dayMarks(start, span).entries()) {
    for (; next < ended.length && indexOf({ start }, at(ended, next).endAt) <= minute; next += 1) {
      closed = add(closed, at(ended, next).result);
    }
    curve.set([closed, at(points, place).equity], place * MARK_NUMBERS);
  }
  return curve;
}

/** The cycles that ended, in the order in which they did, with their net results. */
export function endedCycles({
  cycles,
}: Pick<BotReport, 'cycles'>): readonly { readonly endAt: Instant; readonly result: Cash }[] {
  return cycles
    .flatMap(({ cycle }) =>
      cycle.endAt === null || cycle.state === 'CANCELED' ? [] : [{ endAt: cycle.endAt, result: cycleResult(cycle) }],
    )
    .toSorted((one, other) => one.endAt - other.endAt);
}
