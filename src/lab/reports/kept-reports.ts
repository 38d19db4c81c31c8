import { assert } from '#base/assert.ts';
import { AppError } from '#base/errors.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import type { Stretch } from '#engine/model/history.ts';
import type { ReportQuestion } from '#storage/tests/report-question.ts';
import { testSpans } from '#storage/tests/test-spans.ts';
import { paramsOfSet } from '../plan/test-points.ts';
import { spanRefusal } from '../points/run-points.ts';
import { type BotReport, type BotRun, botReport } from '../report/bot-report.ts';
import { withUnknownRules } from '../report/unknown-rules.ts';
import type { LabMarket } from '../tests/lab-market.ts';
import { loadGround, refuseOtherData, type TestGround } from '../tests/test-ground.ts';

/** A report with all that it was made of. */
export interface MadeReport {
  readonly question: ReportQuestion;
  readonly run: BotRun;
  readonly report: BotReport;
  readonly ground: TestGround;
  readonly span: Stretch;
}

/** Makes the reports of points, and keeps the last ones: pages ask for the same one several times. */
export interface KeptReports {
  /** @throws AppError TEST_DATA_CHANGED, SLICE_NOT_FOUND, SLICE_REFUSED, and what a `LabMarket` throws */
  open(question: ReportQuestion): Promise<MadeReport>;
}

/** A report of a year holds some ten thousand rows. */
const REPORTS_MAX = 3;

/** @param engineVersion - of this program: reports of tests of another one would differ from their figures */
export function openKeptReports({
  market,
  engineVersion,
}: {
  readonly market: LabMarket;
  readonly engineVersion: string;
}): KeptReports {
  const kept = new Map<string, Promise<MadeReport>>();
  return {
    open(question) {
      const key = `${question.botId}/${question.slice}`;
      const known = kept.get(key);
      if (known !== undefined) {
        kept.delete(key); // The one used last is dropped last.
        kept.set(key, known);
        return known;
      }
      const making = makeReport(market, engineVersion, question);
      making.catch(() => kept.delete(key));
      kept.set(key, making);
      for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - REPORTS_MAX))) kept.delete(oldest);
      return making;
    },
  };
}

async function makeReport(market: LabMarket, engineVersion: string, question: ReportQuestion): Promise<MadeReport> {
  const { plan, symbols, botId } = question;
  if (question.engineVersion !== engineVersion) throw changed();
  const ground = await loadGround(market, plan, symbols);
  refuseOtherData(ground, question.data);
  const span = spanOf(question, ground.span);
  const params = paramsOfSet(plan, question.point);
  assert(params.ok, 'only points that were computed are reported on');
  refuseBadStart(ground.task, params.value, span);
  const { history, instruments, kind, wallet, costs } = ground.task;
  const { slippage, path, volumeCap } = costs;
  const run: BotRun = {
    ...{ history, symbols, kind, wallet, span, botId },
    params: params.value,
    market: { instruments, slippage, path, hasLog: true, ...(volumeCap === null ? {} : { volumeCap }) },
  };
  return { question, run, report: withUnknownRules(botReport(run), run), ground, span };
}

/** The part kept apart may begin at prices at which the point, which was computed from other ones on, is refused. */
function refuseBadStart(task: TestGround['task'], params: BotParams, span: Stretch): void {
  if (spanRefusal(task, params, span) !== null)
    throw new AppError('SLICE_REFUSED', 'The parameters are refused at the prices with which this part begins.');
}

function changed(): AppError {
  return new AppError('TEST_DATA_CHANGED', 'The program has changed since this backtest.');
}

function spanOf({ plan, slice }: ReportQuestion, whole: Stretch): Stretch {
  if (slice === 'whole') return whole;
  const { ranked, outOfSample } = testSpans(plan, whole);
  if (outOfSample === null) throw new AppError('SLICE_NOT_FOUND', 'This backtest keeps no part of its period apart.');
  return slice === 'in_sample' ? ranked : outOfSample;
}
