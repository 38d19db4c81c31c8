import * as z from 'zod/mini';
import { cashText } from '#base/decimal.ts';
import { type Cash, subtract } from '#base/exact.ts';
import { testFigures, testFlag } from '#contract/tests/test-figures.ts';
import type { testReport } from '#contract/tests/test-report.ts';
import type { MinutePath } from '#engine/model/account.ts';
import { ratioDecimal } from '../points/point-figures.ts';
import { pointFlags } from '../points/point-flags.ts';
import { botReport } from '../report/bot-report.ts';
import { dataHashOf } from '../tests/data-hash-of.ts';
import { arePathsApart } from '../tests/path-sensitivity.ts';
import type { MadeReport } from './kept-reports.ts';
import { reportCurve } from './report-curves.ts';
import { ranOf, runFacts } from './run-facts.ts';

type Reported = z.output<typeof testReport>;

/** The full report of a point. */
export function testReportOf(made: MadeReport): Reported {
  const { question, report, ground, run } = made;
  const ran = ranOf(made);
  const { figures, ...facts } = runFacts(made, ran);
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
    equityStart: cashText(run.wallet),
    drawdown: drawdownOf(made),
    curve: reportCurve(made),
    ...facts,
    orders: report.orders.length,
    paths: paths.told,
    engineVersion: question.engineVersion,
    dataHash: dataHashOf(ground.data),
  };
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
