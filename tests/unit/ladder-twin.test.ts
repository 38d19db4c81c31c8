import { describe, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { cashFrom } from '#base/decimal.ts';
import { FIGURES, figuresAt } from '#engine/sweep/figures.ts';
import { sweepPlan } from '#engine/sweep/plan.ts';
import { ladderGrid } from '../../bench/ladder/grid.ts';
import { ACCOUNT, generatedSubject, recordedSubjects, type Subject } from '../../bench/ladder/subject.ts';
import { runTwin } from '../../bench/ladder/twin.ts';
import { twinPlanOf } from '../../bench/ladder/twin-plan.ts';
import { sweepLadder } from '../support/sweep-ladder.ts';

const MINUTES = 20_000;
const grid = ladderGrid();

describe("the bench's plain candle loop does the same work as the sweep, to the last digit", () => {
  it('for every parameter set of the grid over generated candles', () => {
    const total = expectSameWork(generatedSubject(grid, MINUTES));
    expect(total.cycles).toBeGreaterThan(grid.length);
  });

  it('over a recorded month of every symbol', async () => {
    const sets = grid.filter((_, set) => set % 12 === 7 || set % 16 === 3);
    for (const subject of await recordedSubjects(sets)) expect(expectSameWork(subject).fills).toBeGreaterThan(0);
  });

  it('where steps, stops and profits lie within reach of one minute', () => {
    const near = { stepPercent: '0.08', takeProfitPercent: '0.1', stopLossPercent: '0.5' };
    const sets = grid.map((set) => ({ ...set, ...near, trailingPercent: set.trailingPercent && '0.1' }));
    const total = expectSameWork(generatedSubject(sets, MINUTES / 5));
    expect(total.cycles).toBeGreaterThan(100 * grid.length);
  });

  it('where leverage liquidates', () => {
    const sets = grid.map((set) => ({ ...set, leverage: 40, stopLossPercent: null }));
    const total = expectSameWork(generatedSubject(sets, MINUTES));
    expect(total.liquidations).toBeGreaterThan(grid.length / 2);
  });

  it('where the wallet hardly bears a ladder', () => {
    // Few and short: a bot that is refused asks again at every close.
    const subject = generatedSubject(
      grid.filter((_, set) => set % 12 === 0),
      MINUTES / 5,
    );
    const poor = expectSameWork(subject, { ...ACCOUNT, wallet: cashFrom('2600') });
    expect(poor.fills).toBeGreaterThan(0);
    expect(poor.fills).toBeLessThan(expectSameWork(subject).fills);
  });
});

/** Runs every set both ways; what the sweep found, summed over the sets. */
function expectSameWork(subject: Subject, account = ACCOUNT) {
  const { history, instrument, minutes, sets, twinMarket } = subject;
  const [row, total] = [new Float64Array(FIGURES), { cycles: 0, fills: 0, liquidations: 0 }];
  for (const [number, params] of sets.entries()) {
    sweepLadder(history, sweepPlan(params, instrument, account), 0, minutes, row, 0);
    const swept = figuresAt(row, 0);
    const walked = runTwin(twinPlanOf(params, { instrument, ...account }), twinMarket);
    expect(walked, `${subject.symbol}, set ${number}: ${JSON.stringify(at(sets, number))}`).toEqual(swept);
    total.cycles += swept.cycles;
    total.fills += swept.fills;
    total.liquidations += swept.liquidations;
  }
  return total;
}
