import { enableCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { assert } from '#base/assert.ts';
import { openKeptReports } from '#lab/reports/kept-reports.ts';
import { pageOfCycles, pageOfNetCycles, pageOfTrades } from '#lab/reports/report-pages.ts';
import { cycleStory, orderRows } from '#lab/reports/report-rows.ts';
import { resampled } from '#lab/reports/resampled.ts';
import { testReportOf } from '#lab/reports/test-report.ts';
import { serveThread } from '#runtime/thread/serve-thread.ts';
import type { ReportServices } from '#server/tests/lab-services.ts';
import { openLabMarket } from './lab-market.ts';

/** What the thread of the reports is opened with. */
export interface ReportThreadQuestion {
  readonly folders: readonly string[];
  readonly engineVersion: string;
}

enableCompileCache();
const port = parentPort;
assert(port !== null, 'this file is the program of a thread');

/** Reports of points: a long one delays neither the jobs of the lab nor requests. */
serveThread<ReportThreadQuestion, ReportServices, Record<string, never>>(port, {
  open: async (question) => calls(question),
  beforeAnswer: () => {},
  close: async () => {},
});

function calls({ folders, engineVersion }: ReportThreadQuestion): ReportServices {
  const desk = openKeptReports({ market: openLabMarket(folders), engineVersion });
  return {
    report: async (question) => testReportOf(await desk.open(question)),
    cycles: async (question, page) => pageOfCycles(await desk.open(question), page),
    netCycles: async (question, filter) => pageOfNetCycles(await desk.open(question), filter),
    trades: async (question, page) => pageOfTrades(await desk.open(question), page),
    orders: async (question) => orderRows(await desk.open(question)),
    story: async (question, cycleId) => cycleStory(await desk.open(question), cycleId),
    monteCarlo: async (question, drawn) => resampled(await desk.open(question), drawn),
  };
}
