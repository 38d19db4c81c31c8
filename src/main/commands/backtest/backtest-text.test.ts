import { expect, it } from 'vitest';
import { rate, subtract, sum } from '#base/exact.ts';
import { chance } from '#base/prng.ts';
import { botReport } from '#lab/report/bot-report.ts';
import { trialErrors } from '#lab/trial-errors.ts';
import { randomBotRun } from '../../../../tests/support/random-bot-run.ts';
import type { RunOrigin } from './backtest-origin.ts';
import { reportText, signedText } from './backtest-text.ts';

const MINUTES = 1_440;
const SEEDS_MAX = 100;

const ORIGIN: RunOrigin = {
  ...{ engine: { version: '1.2.3', commit: null }, source: 'imported candles' },
  ...{ slippage: rate(0), fundingRate: null, data: [], notes: [] },
};

/** The first random run of which cycles ended and one that has paid a fee is open at the end. */
function runWithBoth() {
  for (let seed = 1; seed < SEEDS_MAX; seed += 1) {
    const run = randomBotRun(chance(seed), { minutes: MINUTES, symbols: 1 });
    const [[symbol, history] = []] = [...run.history.symbols];
    const instrument = run.market.instruments.get(symbol ?? '');
    if (history === undefined || instrument === undefined) continue;
    if (trialErrors(run, { history, instrument, wallet: run.wallet }).length > 0) continue;
    const report = botReport(run);
    const hasPaid = report.cycles.some(({ cycle }) => cycle.endAt === null && cycle.commission > 0);
    if (hasPaid && report.results.length > 0) return report;
  }
  throw new Error('one of the random runs ends with an open cycle');
}

it('the text of a backtest has closed cycles and what is open at the end, which add up to the net result', () => {
  const report = runWithBoth();
  const lines = reportText(report, ORIGIN).split('\n');
  const rows = new Map(lines.map((line) => line.trim().split(/ {2,}/) as [string, string]));
  const result = subtract(report.totals.equityAtEnd, report.totals.equityAtStart);
  const closed = sum(report.results);
  expect(rows.get('Closed cycles')).toBe(signedText(closed));
  expect(rows.get('Open at the end')).toBe(signedText(subtract(result, closed)));
  expect(rows.get('Net result')).toBe(signedText(result));
  expect(subtract(result, closed)).not.toBe(report.totals.unrealized);
});
