import type * as z from 'zod/mini';
import { cashText } from '#base/decimal.ts';
import { add, type Cash, negate, ZERO_CASH } from '#base/exact.ts';
import type { testReport } from '#contract/tests/test-report.ts';
import type { CycleRecord } from '#engine/model/record.ts';
import { closedMinutes } from '#engine/schedule/closed-days.ts';
import type { PointFigures } from '#storage/tests/test-plan.ts';
import { firstClose } from '../first-close.ts';
import { committedAtOnce } from '../points/committed-margin.ts';
import { marketChangePercent } from '../points/market-change.ts';
import { minutesBetween, pointFigures } from '../points/point-figures.ts';
import type { PointRun } from '../points/point-task.ts';
import { curveOfReport, endedCycles } from '../points/report-curve.ts';
import type { BotReport, ReportedRun } from '../report/bot-report.ts';
import { closedAndOpen } from '../report/closed-and-open.ts';
import { figuresOfReport } from '../sweep/account-figures.ts';
import { extremeDays, reportMonths } from './report-curves.ts';
import { groupCycles, OPEN_GROUP } from './report-groups.ts';
import { refusedEntries } from './report-refusals.ts';

type Reported = z.output<typeof testReport>;

type Ran = Extract<PointRun, { type: 'run' }>;

type FactName =
  | ('months' | 'bySymbol' | 'byDirection' | 'byReason' | 'waterfall' | 'refused' | 'bestDay' | 'worstDay')
  | ('losingStreakMax' | 'winningStreakMax' | 'cycleMinutesMean' | 'cycleMinutesMax')
  | ('equityMin' | 'volume' | 'cyclesOpen');

export interface RunFacts extends Pick<Reported, FactName> {
  readonly figures: PointFigures;
}

/** What a run comes to, for whoever shows it: a page or a command. */
export function runFacts(made: ReportedRun, ran: Ran): RunFacts {
  const { report } = made;
  const { unrealized } = report.totals;
  const grouped = (nameOf: (record: CycleRecord) => string) => groupCycles(report.cycles, { nameOf, unrealized });
  return {
    figures: figuresOf(made, ran),
    months: reportMonths(made),
    bySymbol: grouped(({ symbol }) => symbol),
    byDirection: grouped(({ direction }) => direction),
    byReason: grouped(({ cycle }) => cycle.closeReason ?? OPEN_GROUP),
    waterfall: waterfallOf(report),
    refused: refusedEntries(report),
    ...extremeDays(report),
    ...streaksOf(report),
    ...durationsOf(report),
    equityMin: cashText(report.equity.equityMin),
    volume: cashText(report.trades.reduce<Cash>((sum, { value }) => add(sum, value), ZERO_CASH)),
    cyclesOpen: report.cycles.filter(({ cycle }) => cycle.endAt === null).length,
  };
}

/** The run as the workers of a test hand it over. */
export function ranOf({ run, report, span }: ReportedRun): Ran {
  return {
    type: 'run',
    figures: figuresOfReport(report),
    curve: curveOfReport(report, run.history, span),
    committed: committedOf({ run, span }),
    hasUnknownRules: report.flags.includes('RULES_UNKNOWN'),
  };
}

function figuresOf({ run, span }: ReportedRun, ran: Ran): PointFigures {
  const { history, wallet } = run;
  const change = marketChangePercent(history, run.symbols, span);
  const closed = closedMinutes(history, run.symbols);
  return pointFigures(ran, { start: history.start, span, wallet, closed, marketChangePercent: change });
}

function committedOf({ run, span }: Pick<ReportedRun, 'run' | 'span'>): Cash | null {
  const markets = run.symbols.flatMap((symbol) => {
    const [stored, instrument] = [run.history.symbols.get(symbol), run.market.instruments.get(symbol)];
    const price = stored === undefined ? null : firstClose(stored, span.from);
    return instrument === undefined || price === null ? [] : [{ instrument, price }];
  });
  return committedAtOnce({ kind: run.kind, params: run.params, markets });
}

/** Its amounts add up to the result, to the last digit. */
function waterfallOf(report: BotReport): Reported['waterfall'] {
  const { closed, open, result } = closedAndOpen(report);
  return [
    { name: 'gross', amount: cashText(closed.gross) },
    { name: 'commission', amount: cashText(negate(closed.commission)) },
    { name: 'funding', amount: cashText(closed.funding) },
    { name: 'liquidation_fee', amount: cashText(negate(closed.liquidationFee)) },
    { name: 'open', amount: cashText(open) },
    { name: 'result', amount: cashText(result) },
  ];
}

/** Most cycles in a row with a result below zero, and above. */
function streaksOf(report: BotReport): Pick<Reported, 'losingStreakMax' | 'winningStreakMax'> {
  let [losing, winning, losingStreakMax, winningStreakMax] = [0, 0, 0, 0];
  for (const { result } of endedCycles(report)) {
    losing = result < 0 ? losing + 1 : 0;
    winning = result > 0 ? winning + 1 : 0;
    losingStreakMax = Math.max(losingStreakMax, losing);
    winningStreakMax = Math.max(winningStreakMax, winning);
  }
  return { losingStreakMax, winningStreakMax };
}

function durationsOf(report: BotReport): Pick<Reported, 'cycleMinutesMean' | 'cycleMinutesMax'> {
  const minutes = report.cycles.flatMap(({ cycle: { beginAt, endAt } }) =>
    beginAt === null || endAt === null ? [] : [minutesBetween(beginAt, endAt)],
  );
  if (minutes.length === 0) return { cycleMinutesMean: null, cycleMinutesMax: null };
  const sum = minutes.reduce((total, one) => total + one, 0);
  return { cycleMinutesMean: Math.round(sum / minutes.length), cycleMinutesMax: Math.max(...minutes) };
}
