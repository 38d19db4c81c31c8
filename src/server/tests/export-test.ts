import type { Reply } from '#contract/call.ts';
import type { exportTest } from '#contract/tests/test-report.ts';
import type { ReportQuestion, TestSlice } from '#storage/tests/report-question.ts';
import { listTestBots } from '#storage/tests/test-bots.ts';
import { presentCycle, presentOrder, presentTrade } from '../bots/present-cycle.ts';
import type { Context } from '../http/context.ts';
import { ProblemError } from '../http/problem.ts';
import { toWire } from '../http/wire.ts';
import { csvOfRows } from './csv-of-rows.ts';
import { presentTestBot } from './present-test-bot.ts';
import { ownTest } from './test-routes.ts';

type ExportContext = Context<typeof exportTest>;
type Question = (wanted: { readonly botId: string; readonly slice: TestSlice }) => Promise<ReportQuestion>;

/** Rows of one file. */
const ROWS_MAX = 100_000;

/** A file of a test or of one of its points, in the names of the wire. */
export async function exported(context: ExportContext, questionOf: Question): Promise<Reply<typeof exportTest>> {
  const { query, services } = context;
  const { what, format, slice, botId } = query;
  if ((what === 'bots') !== (query.conditionId !== undefined) || (what === 'bots') === (botId !== undefined))
    throw notAvailable();
  const named = `${what}-${query.conditionId ?? botId}`;
  if (what === 'bots' || botId === undefined) return fileOf(named, format, await pointRows(context));
  const question = await questionOf({ botId, slice });
  const { reports } = services.lab;
  const page = { offset: 0, limit: ROWS_MAX };
  switch (what) {
    case 'cycles':
      return fileOf(named, format, (await reports.cycles(question, { ...page, sort: null })).rows.map(presentCycle));
    case 'orders':
      return fileOf(named, format, (await reports.orders(question)).map(presentOrder));
    case 'trades':
      return fileOf(named, format, (await reports.trades(question, page)).rows.map(presentTrade));
    case 'report':
      if (format === 'csv') throw notAvailable();
      return jsonFile(named, toWire(await reports.report(question)));
  }
}

function notAvailable(): ProblemError {
  return new ProblemError('EXPORT_NOT_AVAILABLE');
}

async function pointRows({ caller, query, read }: ExportContext): Promise<readonly object[]> {
  return read(async (tx) => {
    const test = await ownTest(tx, caller.userId, query.conditionId ?? '');
    const sort = { key: 'rank', isDescending: false } as const;
    const page = { conditionId: test.conditionId, sort, after: null, offset: 0, limit: ROWS_MAX };
    const { rows } = await listTestBots(tx, caller.userId, page);
    return rows.map((row) => {
      const { params, point, figures, outOfSample, ...bot } = presentTestBot(row, test.plan);
      const values = Object.fromEntries(point.map(({ path, value }) => [`param.${path}`, value]));
      return query.format === 'json'
        ? { ...bot, point, params, figures, outOfSample }
        : { ...bot, ...values, ...figures };
    });
  });
}

function fileOf(name: string, format: 'csv' | 'json', rows: readonly object[]): Reply<typeof exportTest> {
  if (format === 'json') return jsonFile(name, toWire(rows));
  return { fileName: `${name}.csv`, contentType: 'text/csv', text: csvOfRows(rows) };
}

function jsonFile(name: string, value: unknown): Reply<typeof exportTest> {
  return { fileName: `${name}.json`, contentType: 'application/json', text: `${JSON.stringify(value, null, 1)}\n` };
}
