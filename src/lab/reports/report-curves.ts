import type * as z from 'zod/mini';
import { at } from '#base/assert.ts';
import { cashText } from '#base/decimal.ts';
import { add, type Cash, cash, subtract, ticks, ZERO_CASH } from '#base/exact.ts';
import { isoDay } from '#base/iso-text.ts';
import type { Instant } from '#base/time.ts';
import type { testReport } from '#contract/tests/test-report.ts';
import { familyOf } from '#engine/bots/families.ts';
import { notional } from '#engine/model/instrument.ts';
import type { CycleRecord } from '#engine/model/record.ts';
import type { EquityPoint } from '#engine/report/equity-point.ts';
import { initialMargin } from '#engine/risk/margin/margin.ts';
import { indexOf } from '#engine/scan/market-minutes.ts';
import { firstClose } from '../first-close.ts';
import { percentDecimal } from '../points/point-figures.ts';
import { endedCycles } from '../points/report-curve.ts';
import type { BotReport, ReportedRun } from '../report/bot-report.ts';
import { heldAt } from './held-at.ts';
import type { MadeReport } from './kept-reports.ts';

type Reported = z.output<typeof testReport>;

/** Most points of a curve; of longer runs it has fewer than one a day. */
const POINTS_MAX = 1_500;

/** The curve of a report: at its start, at each 00:00 UTC, and at its end. */
export function reportCurve(made: MadeReport): Reported['curve'] {
  const { report } = made;
  const every = Math.ceil(report.equity.points.length / POINTS_MAX);
  const closedBy = closedSums(report.cycles);
  const held = heldAt(made);
  let peak = 0;
  const points = report.equity.points.map(({ at: time, equity }) => {
    peak = Math.max(peak, equity);
    return { time, equity, drawdown: (peak - equity) / peak };
  });
  const last = points.length - 1;
  return points
    .filter((_, place) => place % every === 0 || place === last)
    .map(({ time, equity, drawdown }) => ({
      ts: new Date(time).toISOString(),
      closed: cashText(closedBy(time)),
      equity: cashText(equity),
      drawdownPercent: percentDecimal(drawdown) ?? '0',
      holding: cashText(holdingAt(made, time)),
      ...exposureAt(made, held(time), time),
    }));
}

/** The sum of the results of cycles that had ended by an instant; asked in ascending order. */
function closedSums(cycles: readonly CycleRecord[]): (time: Instant) => Cash {
  const ended = endedCycles({ cycles });
  let [next, sum] = [0, ZERO_CASH];
  return (time) => {
    for (; next < ended.length && at(ended, next).endAt < time; next += 1) sum = add(sum, at(ended, next).result);
    return sum;
  };
}

/** The wallet, had it bought the symbols in equal parts at their first closes. A statistic. */
function holdingAt({ ground, span, run }: MadeReport, time: Instant): Cash {
  const { history, task } = ground;
  const minute = Math.max(span.from, indexOf(history, time) - 1);
  const changes = run.symbols.map((symbol) => {
    const stored = history.symbols.get(symbol);
    const first = stored === undefined ? null : firstClose(stored, span.from);
    const close = stored?.columns.close[minute];
    return first === null || close === undefined ? 1 : close / first;
  });
  const mean = changes.reduce((sum, change) => sum + change, 0) / changes.length;
  return time === history.start ? task.wallet : cash(Math.round(task.wallet * mean));
}

function exposureAt(
  { ground, run }: MadeReport,
  held: ReturnType<ReturnType<typeof heldAt>>,
  time: Instant,
): { readonly margin: string; readonly exposure: string } {
  const { leverage } = familyOf(run.kind).ladderOf(run.params);
  let [margin, exposure] = [ZERO_CASH, ZERO_CASH];
  for (const { symbol, quantity, cost } of held) {
    if (quantity === 0) continue;
    const [stored, instrument] = [ground.history.symbols.get(symbol), ground.instruments.get(symbol)];
    const close = stored?.columns.close[indexOf(ground.history, time) - 1];
    if (instrument === undefined || close === undefined) continue;
    margin = add(margin, initialMargin(cost, leverage));
    exposure = add(exposure, notional(instrument, ticks(close), quantity));
  }
  return { margin: cashText(margin), exposure: cashText(exposure) };
}

/** The change of equity in each UTC month, with the cycles that ended in it. */
export function reportMonths({ report, span, run }: ReportedRun): Reported['months'] {
  const { points } = report.equity;
  const monthOf = (time: number): string => new Date(time).toISOString().slice(0, 7);
  const ends = new Map<string, EquityPoint>();
  // A point at the first instant of a month is the last one of the month before.
  for (const point of points.slice(1)) ends.set(monthOf(point.at - 1), point);
  const ended = Map.groupBy(endedCycles(report), ({ endAt }) => monthOf(endAt));
  let before = at(points, 0);
  return [...ends].map(([month, point]) => {
    const result = subtract(point.equity, before.equity);
    const row = {
      month,
      result: cashText(result),
      returnPercent: percentDecimal(before.equity <= 0 ? null : result / before.equity) ?? '0',
      cycles: ended.get(month)?.length ?? 0,
      marketPercent: marketPercent({ span, run }, before.at, point.at),
    };
    before = point;
    return row;
  });
}

function marketPercent({ span, run }: Pick<ReportedRun, 'span' | 'run'>, from: Instant, to: Instant): string {
  const { history } = run;
  const changes = run.symbols.map((symbol) => {
    const stored = history.symbols.get(symbol);
    const begin = Math.max(span.from, indexOf(history, from) - 1);
    const [first, last] = [stored?.columns.close[begin], stored?.columns.close[indexOf(history, to) - 1]];
    return first === undefined || last === undefined ? 0 : last / first - 1;
  });
  return percentDecimal(changes.reduce((sum, change) => sum + change, 0) / changes.length) ?? '0';
}

/** The days on which equity rose and fell most; null without a whole day. */
export function extremeDays(report: Pick<BotReport, 'equity'>): Pick<Reported, 'bestDay' | 'worstDay'> {
  const { points } = report.equity;
  const days = points.slice(1).map(({ at: time, equity }, place) => ({
    day: isoDay(time - 1),
    result: subtract(equity, at(points, place).equity),
  }));
  const [first] = days;
  if (first === undefined) return { bestDay: null, worstDay: null };
  const best = days.reduce((one, other) => (other.result > one.result ? other : one), first);
  const worst = days.reduce((one, other) => (other.result < one.result ? other : one), first);
  return {
    bestDay: { ...best, result: cashText(best.result) },
    worstDay: { ...worst, result: cashText(worst.result) },
  };
}
