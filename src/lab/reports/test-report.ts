import * as z from 'zod/mini';
import { cashText } from '#base/decimal.ts';
import { add, type Cash, negate, smaller, subtract, ZERO_CASH } from '#base/exact.ts';
import { testFigures, testFlag } from '#contract/tests/test-figures.ts';
import type { testReport } from '#contract/tests/test-report.ts';
import type { MinutePath } from '#engine/model/account.ts';
import { firstClose } from '../first-close.ts';
import { committedAtOnce } from '../points/committed-margin.ts';
import { marketChangePercent } from '../points/market-change.ts';
import { minutesBetween, pointFigures, ratioDecimal } from '../points/point-figures.ts';
import { pointFlags } from '../points/point-flags.ts';
import { curveOfReport, endedCycles } from '../points/report-curve.ts';
import { botReport } from '../report/bot-report.ts';
import { figuresOfReport } from '../sweep/account-figures.ts';
import { dataHashOf } from '../tests/data-hash-of.ts';
import { arePathsApart } from '../tests/path-sensitivity.ts';
import type { MadeReport } from './kept-reports.ts';
import { extremeDays, reportCurve, reportMonths } from './report-curves.ts';
import { groupCycles } from './report-groups.ts';
import { refusedEntries } from './report-refusals.ts';

type Reported = z.output<typeof testReport>;

/** The full report of a point. */
export function testReportOf(made: MadeReport): Reported {
  const { question, report, span, ground, run } = made;
  const { history, task } = ground;
  const ran = {
    type: 'run' as const,
    figures: figuresOfReport(report),
    curve: curveOfReport(report, history, span),
    committed: committedOf(made),
  };
  const change = marketChangePercent(history, run.symbols, span);
  const figures = pointFigures(ran, { start: history.start, span, wallet: task.wallet, marketChangePercent: change });
  const paths = bothPaths(made);
  const flags = [...pointFlags(ran, figures), ...(paths.isSensitive ? ['PATH_SENSITIVE'] : []), 'MARK_FROM_LAST'];
  return {
    botId: question.botId,
    conditionId: question.conditionId,
    slice: question.slice,
    dateFrom: new Date(report.start).toISOString(),
    dateTo: new Date(report.end).toISOString(),
    symbols: [...run.symbols],
    params: run.params,
    figures: z.parse(testFigures, figures),
    flags: z.parse(z.array(testFlag), flags),
    equityStart: cashText(task.wallet),
    drawdown: drawdownOf(made),
    curve: reportCurve(made),
    months: reportMonths(made),
    bySymbol: groupCycles(report.cycles, ({ symbol }) => symbol),
    byDirection: groupCycles(report.cycles, ({ direction }) => direction),
    byReason: groupCycles(report.cycles, ({ cycle }) => cycle.closeReason ?? 'open'),
    waterfall: waterfallOf(made),
    refused: refusedEntries(made),
    ...extremeDays(made),
    ...streaksOf(made),
    ...durationsOf(made),
    equityMin: cashText(report.equity.points.map(({ equity }) => equity).reduce((one, other) => smaller(one, other))),
    volume: cashText(report.trades.reduce<Cash>((sum, { value }) => add(sum, value), ZERO_CASH)),
    cyclesOpen: report.cycles.filter(({ cycle }) => cycle.endAt === null).length,
    orders: report.orders.length,
    paths: paths.told,
    engineVersion: question.engineVersion,
    dataHash: dataHashOf(ground.data),
  };
}

function committedOf({ run, ground, span }: MadeReport): Cash | null {
  const markets = run.symbols.flatMap((symbol) => {
    const [stored, instrument] = [ground.history.symbols.get(symbol), ground.instruments.get(symbol)];
    const price = stored === undefined ? null : firstClose(stored, span.from);
    return instrument === undefined || price === null ? [] : [{ instrument, price }];
  });
  return committedAtOnce({ kind: run.kind, params: run.params, markets });
}

function drawdownOf({ report: { equity } }: MadeReport): Reported['drawdown'] {
  const { drawdown } = equity;
  if (drawdown === null) return null;
  const { peakAt, troughAt, recoveredAt } = drawdown;
  return {
    peakAt: new Date(peakAt).toISOString(),
    troughAt: new Date(troughAt).toISOString(),
    recoveredAt: recoveredAt === null ? null : new Date(recoveredAt).toISOString(),
  };
}

/** Its amounts add up to the result, to the last digit. */
function waterfallOf({ report: { totals } }: MadeReport): Reported['waterfall'] {
  const { gross, commission, funding, liquidationFee, unrealized, equityAtStart, equityAtEnd } = totals;
  return [
    { name: 'gross', amount: cashText(gross) },
    { name: 'commission', amount: cashText(negate(commission)) },
    { name: 'funding', amount: cashText(funding) },
    { name: 'liquidation_fee', amount: cashText(negate(liquidationFee)) },
    { name: 'open', amount: cashText(unrealized) },
    { name: 'result', amount: cashText(subtract(equityAtEnd, equityAtStart)) },
  ];
}

/** Most cycles in a row with a result below zero, and above. */
function streaksOf({ report }: MadeReport): Pick<Reported, 'losingStreakMax' | 'winningStreakMax'> {
  let [losing, winning, losingStreakMax, winningStreakMax] = [0, 0, 0, 0];
  for (const { result } of endedCycles(report)) {
    losing = result < 0 ? losing + 1 : 0;
    winning = result > 0 ? winning + 1 : 0;
    losingStreakMax = Math.max(losingStreakMax, losing);
    winningStreakMax = Math.max(winningStreakMax, winning);
  }
  return { losingStreakMax, winningStreakMax };
}

function durationsOf({ report }: MadeReport): Pick<Reported, 'cycleMinutesMean' | 'cycleMinutesMax'> {
  const minutes = report.cycles.flatMap(({ cycle: { beginAt, endAt } }) =>
    beginAt === null || endAt === null ? [] : [minutesBetween(beginAt, endAt)],
  );
  if (minutes.length === 0) return { cycleMinutesMean: null, cycleMinutesMax: null };
  const sum = minutes.reduce((total, one) => total + one, 0);
  return { cycleMinutesMean: Math.round(sum / minutes.length), cycleMinutesMax: Math.max(...minutes) };
}

const PERCENT = 100;

/** The result by the way that prices take inside a minute: one of the two is known already. */
function bothPaths({ run, report }: MadeReport): { readonly told: Reported['paths']; readonly isSensitive: boolean } {
  const resultOf = (path: MinutePath): Cash => {
    const isKnown = path === (run.market.path ?? 'pessimistic');
    const { totals } = isKnown ? report : botReport({ ...run, market: { ...run.market, path, hasLog: false } });
    return subtract(totals.equityAtEnd, totals.equityAtStart);
  };
  const [pessimistic, optimistic] = [resultOf('pessimistic'), resultOf('optimistic')];
  const difference = pessimistic === 0 ? null : ((optimistic - pessimistic) / Math.abs(pessimistic)) * PERCENT;
  return {
    told: {
      pessimistic: cashText(pessimistic),
      optimistic: cashText(optimistic),
      differencePercent: ratioDecimal(difference),
    },
    isSensitive: arePathsApart(pessimistic, optimistic),
  };
}
