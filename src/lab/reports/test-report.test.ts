import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cashFrom, cashText } from '#base/decimal.ts';
import { type Cash, sum } from '#base/exact.ts';
import { chance } from '#base/prng.ts';
import { netCycleIdOf } from '#engine/model/record.ts';
import { checkProperty } from '../../../tests/support/property.ts';
import { randomBotRun } from '../../../tests/support/random-bot-run.ts';
import { botReport } from '../report/bot-report.ts';
import { trialErrors } from '../trial-errors.ts';
import { heldAt } from './held-at.ts';
import type { MadeReport } from './kept-reports.ts';
import { pageOfCycles, pageOfNetCycles, pageOfTrades } from './report-pages.ts';
import { cycleStory } from './report-rows.ts';
import { resampled } from './resampled.ts';
import { testReportOf } from './test-report.ts';

const MINUTES = 3 * 1_440;
const seeds = fc.integer({ min: 0, max: 2 ** 31 });

/** The report of a random bot whose parameters pass; null where they do not. */
function madeReport(seed: number): MadeReport | null {
  const run = { ...randomBotRun(chance(seed), { minutes: MINUTES }), botId: 't-0' };
  const { history, market, symbols, kind, wallet } = run;
  const { instruments, slippage } = market;
  for (const symbol of symbols) {
    const [stored, instrument] = [history.symbols.get(symbol), instruments.get(symbol)];
    if (stored === undefined || instrument === undefined) return null;
    if (trialErrors(run, { history: stored, instrument, wallet }).length > 0) return null;
  }
  const costs = { slippage, volumeCap: null, path: 'pessimistic' } as const;
  const span = { from: 0, to: MINUTES };
  const task = { history, instruments, symbols, kind, wallet, costs };
  const plan = { params: run.params, axes: [] } as unknown as MadeReport['question']['plan']; // All that a report reads of it.
  return {
    question: {
      conditionId: 't',
      plan,
      data: [],
      engineVersion: 'x',
      botId: 't-0',
      symbols,
      point: [],
      slice: 'whole',
    },
    run: { ...run, market: { ...market, hasLog: true } },
    report: botReport({ ...run, market: { ...market, hasLog: true } }),
    ground: { history, span, instruments, data: [], isClipped: false, task },
    span,
  };
}

const total = (amounts: readonly string[]): Cash => sum(amounts.map(cashFrom));

describe('the report of a point', () => {
  it('every table of a report sums to the net result to the last digit, with the same row of cycles that are open at the end', () => {
    let [reports, seen] = [0, 0];
    checkProperty(
      fc.property(seeds, (seed) => {
        const made = madeReport(seed);
        if (made === null) return;
        reports += 1;
        const report = testReportOf(made);
        const { result, unrealized, gross, commission } = report.figures;
        const closed = total([result]) - total([unrealized]);
        const parts = report.waterfall.filter(({ name }) => name !== 'result').map(({ amount }) => amount);
        expect(total(parts)).toBe(total([result]));
        const openOf = (rows: readonly { readonly name: string; readonly cycles: number; readonly result: string }[]) =>
          rows.filter(({ name }) => name === 'open').map(({ cycles: count, result: open }) => [count, open]);
        const open = report.waterfall.find(({ name }) => name === 'open')?.amount;
        expect(report.months.reduce((count, month) => count + month.cycles, 0)).toBe(report.figures.cycles);
        expect(total(report.months.map((month) => month.result))).toBe(total([result]));
        for (const groups of [report.bySymbol, report.byDirection, report.byReason]) {
          expect(total(groups.map((group) => group.result))).toBe(total([result]));
          expect(total(groups.map((group) => group.gross))).toBe(total([gross, unrealized]));
          expect(openOf(groups)).toEqual(report.cyclesOpen === 0 ? [] : [[report.cyclesOpen, open]]);
          expect(groups.reduce((count, group) => count + group.cycles, 0)).toBe(
            report.figures.cycles + report.cyclesOpen,
          );
          seen += report.cyclesOpen;
          expect(total(groups.map((group) => group.commission))).toBe(total([commission]));
        }
        const page = { offset: 0, limit: 100_000 };
        const cycles = pageOfCycles(made, { ...page, sort: null }).rows;
        expect(total(cycles.map((cycle) => cycle.result))).toBe(closed);
        expect(total(pageOfNetCycles(made, page).rows.map((netCycle) => netCycle.result))).toBe(closed);
        const trades = pageOfTrades(made, page).rows;
        expect(total(trades.map((trade) => trade.gross))).toBe(total([gross]));
        expect(total(trades.map((trade) => trade.quoteQty))).toBe(total([report.volume]));
        expect(report.curve.at(-1)?.equity).toBe(report.figures.equityEnd);
        expect(report.curve.at(-1)?.closed).toBe(cashText(sum(made.report.results)));
      }),
      60,
    );
    expect(reports).toBeGreaterThan(0);
    expect(seen).toBeGreaterThan(0);
  });

  it('tells the story of one cycle in orders, fills and log lines, and of no other', () => {
    const made = [1, 2, 3, 4, 5, 6, 7].map(madeReport).find((one) => (one?.report.results.length ?? 0) > 3);
    if (made == null) throw new Error('a random bot made cycles');
    const [cycle] = pageOfCycles(made, { offset: 0, limit: 1, sort: { key: 'opened', isDescending: false } }).rows;
    const story = cycleStory(made, cycle?.cycleId ?? '');
    expect(story?.trades.length).toBeGreaterThan(0);
    expect(total(story?.trades.map(({ gross }) => gross) ?? [])).toBe(cashFrom(cycle?.gross ?? '0'));
    expect(new Set(story?.orders.map(({ cycleId }) => cycleId))).toEqual(new Set([cycle?.cycleId]));
    expect(story?.logs.map(({ code }) => code)).toContain('CYCLE_OPENED');
    expect(cycleStory(made, netCycleIdOf('t-0', 'ETHUSDT', 1))).toBeNull();
  });

  it('filters net cycles by their result, both bounds included', () => {
    const made = [1, 2, 3, 4, 5, 6, 7].map(madeReport).find((one) => (one?.report.results.length ?? 0) > 3);
    if (made == null) throw new Error('a random bot made cycles');
    const all = pageOfNetCycles(made, { offset: 0, limit: 100_000 });
    const bound = all.rows[0]?.result ?? '0';
    const above = pageOfNetCycles(made, { offset: 0, limit: 100_000, resultFrom: bound });
    const exact = pageOfNetCycles(made, { offset: 0, limit: 100_000, resultFrom: bound, resultTo: bound });
    expect(above.total).toBe(all.rows.filter((row) => Number(row.result) >= Number(bound)).length);
    expect(exact.rows.map((row) => row.result)).toContain(bound);
    expect(resampled(made, { seed: 3, draws: 50 })).toEqual(resampled(made, { seed: 3, draws: 50 }));
  });

  it('knows what was held at any instant from the fills alone', () => {
    checkProperty(
      fc.property(seeds, (seed) => {
        const made = madeReport(seed);
        if (made === null) return;
        const held = heldAt(made)(made.report.end).filter(({ quantity }) => quantity > 0);
        const open = made.report.cycles.filter(({ cycle }) => cycle.endAt === null && cycle.position.quantity > 0);
        expect(held.map(({ cost }) => cost).toSorted()).toEqual(
          open.map(({ cycle }) => cycle.position.cost).toSorted(),
        );
      }),
      8,
    );
  });
});
