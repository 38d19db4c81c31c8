import type { Stretch } from '#engine/model/history.ts';
import type { TestPlan } from '#storage/tests/test-plan.ts';
import { testWindows } from '#storage/tests/test-spans.ts';
import { symbolGroups, testSets } from '../plan/test-points.ts';
import type { TestJob } from '../queue/job-queue.ts';
import { testPaceOf } from './prepare-test.ts';

/** Candles that a worker passes over in about a second, with the kernel of ladders and on the account. */
const CANDLES_OF_JOB = { swept: 100_000_000, onAccount: 10_000_000 } as const;
/** Sets that the kernel runs side by side. */
const SETS_OF_JOB_MAX = 64;

/** All jobs of a test: first its points, symbol by symbol, then its windows. The same test always has the same jobs. */
export function planJobs(conditionId: string, plan: TestPlan, span: Stretch): readonly TestJob[] {
  const sets = testSets(plan).length;
  const groups = symbolGroups(plan).map((symbols, group) => ({ symbols, group }));
  const windows = testWindows(plan, span);
  const points = groups.flatMap(({ symbols, group }) => {
    const size = setsOfJob(plan, (span.to - span.from) * symbols.length);
    return Array.from({ length: Math.ceil(sets / size) }, (_, place) => ({
      conditionId,
      group,
      sets: { from: place * size, to: Math.min(sets, (place + 1) * size) },
      window: null,
    }));
  });
  const walks = groups.flatMap(({ group }) => windows.map((_, window) => ({ conditionId, group, sets: null, window })));
  return [...points, ...walks];
}

function setsOfJob(plan: TestPlan, candlesOfSet: number): number {
  const candles = testPaceOf(plan) === 'ladders' ? CANDLES_OF_JOB.swept : CANDLES_OF_JOB.onAccount;
  return Math.min(SETS_OF_JOB_MAX, Math.max(1, Math.floor(candles / candlesOfSet)));
}

/** The number of a point of a test, over all its symbols. */
export function pointNumber(plan: TestPlan, group: number, set: number): number {
  return group * testSetCount(plan) + set;
}

/** The number of a window of a test, over all its symbols. */
export function windowNumber(windows: number, group: number, window: number): number {
  return group * windows + window;
}

function testSetCount({ axes, sample }: TestPlan): number {
  const combinations = axes.reduce((product, { values }) => product * values.length, 1);
  return sample === null ? combinations : Math.min(combinations, sample.size);
}

export function botIdOf(conditionId: string, number: number): string {
  return `${conditionId}-${number}`;
}
