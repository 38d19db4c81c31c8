import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { at } from '#base/assert.ts';
import { cashFrom } from '#base/decimal.ts';
import { FIGURES, figuresAt } from '#engine/sweep/figures.ts';
import { sweepPlan } from '#engine/sweep/plan.ts';
import { compileTwin } from '../../bench/ladder/cpp-twin.ts';
import { ladderGrid } from '../../bench/ladder/grid.ts';
import { ACCOUNT, generatedSubject, recordedSubjects, type Subject } from '../../bench/ladder/subject.ts';
import { writeTwinFile } from '../../bench/ladder/twin-file.ts';
import { twinPlanOf } from '../../bench/ladder/twin-plan.ts';
import { sweepLadder } from '../support/sweep-ladder.ts';

const MINUTES = 20_000;
const COMPILING_MS = 300_000;
const grid = ladderGrid();
const folder = await mkdtemp(join(tmpdir(), 'botyard-twin-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const twin = await compileTwin(folder);
if (twin === null) process.stdout.write('no C++ compiler: the candle loop in C++ is not held against the sweep\n');

/** Runs every set both ways; what the sweep found, summed over the sets. */
async function expectSameWork(subject: Subject, account = ACCOUNT) {
  const { history, instrument, minutes, sets, twinMarket } = subject;
  const file = join(folder, 'subject.bin');
  const plans = sets.map((params) => twinPlanOf(params, { instrument, ...account }));
  await writeTwinFile(file, plans, twinMarket);
  const runs = { plain: (await twin?.run(file, 'plain')) ?? [], merged: (await twin?.run(file, 'merged')) ?? [] };
  const [row, total] = [new Float64Array(FIGURES), { cycles: 0, fills: 0, liquidations: 0 }];
  for (const [number, params] of sets.entries()) {
    sweepLadder(history, sweepPlan(params, instrument, account), 0, minutes, row, 0);
    const swept = figuresAt(row, 0);
    for (const [ask, walked] of Object.entries(runs)) {
      const told = `${subject.symbol}, set ${number}, rules ${ask}: ${JSON.stringify(params)}`;
      expect(at(walked, number).figures, told).toEqual(swept);
    }
    total.cycles += swept.cycles;
    total.fills += swept.fills;
    total.liquidations += swept.liquidations;
  }
  return total;
}

describe.skipIf(twin === null)("the candle loop in C++ gives the sweep's figures to the last digit", () => {
  it('for every parameter set of the bench over generated candles', { timeout: COMPILING_MS }, async () => {
    const total = await expectSameWork(generatedSubject(grid, MINUTES));
    expect(total.cycles).toBeGreaterThan(grid.length);
  });

  it('over a recorded month of every symbol', { timeout: COMPILING_MS }, async () => {
    const sets = grid.filter((_, set) => set % 12 === 7 || set % 16 === 3);
    for (const subject of await recordedSubjects(sets)) {
      expect((await expectSameWork(subject)).fills).toBeGreaterThan(0);
    }
  });

  it("where steps, stops and take profits lie within one minute's range", { timeout: COMPILING_MS }, async () => {
    const near = { stepPercent: '0.08', takeProfitPercent: '0.1', stopLossPercent: '0.5' };
    const sets = grid.map((set) => ({ ...set, ...near, trailingPercent: set.trailingPercent && '0.1' }));
    const total = await expectSameWork(generatedSubject(sets, MINUTES / 5));
    expect(total.cycles).toBeGreaterThan(100 * grid.length);
  });

  it('where a stop on the average moves within the minute in which it fills', { timeout: COMPILING_MS }, async () => {
    const near = { stepPercent: '0.2', stepScale: '1', stopLossPercent: '0.4', slBasis: 'average' } as const;
    const sets = grid.map((set) => ({ ...set, ...near }));
    const total = await expectSameWork(generatedSubject(sets, MINUTES));
    expect(total.cycles).toBeGreaterThan(100 * grid.length);
  });

  it('where a run has used up its max_cycles', { timeout: COMPILING_MS }, async () => {
    const sets = grid.map((set, place) => ({ ...set, maxCycles: 1 + (place % 4) }));
    const total = await expectSameWork(generatedSubject(sets, MINUTES));
    expect(total.cycles).toBeGreaterThan(grid.length);
    expect(total.cycles).toBeLessThanOrEqual(2.5 * grid.length);
  });

  it('where high leverage leads to liquidations', { timeout: COMPILING_MS }, async () => {
    const sets = grid.map((set) => ({ ...set, leverage: 40, stopLossPercent: null }));
    const total = await expectSameWork(generatedSubject(sets, MINUTES));
    expect(total.liquidations).toBeGreaterThan(grid.length / 2);
  });

  it('where the wallet is barely enough for a ladder', { timeout: COMPILING_MS }, async () => {
    // Few and short: a bot that is refused asks again at every close.
    const subject = generatedSubject(
      grid.filter((_, set) => set % 12 === 0),
      MINUTES / 5,
    );
    const poor = await expectSameWork(subject, { ...ACCOUNT, wallet: cashFrom('2600') });
    expect(poor.fills).toBeGreaterThan(0);
    expect(poor.fills).toBeLessThan((await expectSameWork(subject)).fills);
  });

  it.each(['quantityMax', 'marketQuantityMax'] as const)(
    'and refuses a ladder with an order above %s',
    { timeout: COMPILING_MS },
    async (largest) => {
      const { instrument, sets, twinMarket } = generatedSubject(grid.slice(0, 1), MINUTES);
      const file = join(folder, `${largest}.bin`);
      const plans = sets.map((params) =>
        twinPlanOf(params, { instrument: { ...instrument, [largest]: instrument.quantityMin }, ...ACCOUNT }),
      );
      await writeTwinFile(file, plans, twinMarket);
      await expect(twin?.run(file, 'plain')).rejects.toThrow('the instrument does not take');
    },
  );
});
