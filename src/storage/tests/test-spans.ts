import { DAY_MS, MINUTE_MS } from '#base/time.ts';
import type { Stretch } from '#engine/model/history.ts';
import type { TestPlan } from './test-plan.ts';

/** The parts of the period that every point runs over: the one by which it is ranked, and the one kept apart or null. */
export interface TestSpans {
  readonly ranked: Stretch;
  readonly outOfSample: Stretch | null;
}

const PERCENT = 100;

/** @param whole - the minutes of the period, by index */
export function testSpans({ outOfSamplePercent }: Pick<TestPlan, 'outOfSamplePercent'>, whole: Stretch): TestSpans {
  if (outOfSamplePercent === null) return { ranked: whole, outOfSample: null };
  const minutes = whole.to - whole.from;
  const middle = whole.to - Math.floor((minutes * outOfSamplePercent) / PERCENT);
  return { ranked: { from: whole.from, to: middle }, outOfSample: { from: middle, to: whole.to } };
}

/** A window of the walk-forward: parameters are chosen on the first part and tried on the second. */
export interface TestWindow {
  readonly train: Stretch;
  readonly test: Stretch;
}

const DAY_MINUTES = DAY_MS / MINUTE_MS;

/** The windows, each beginning as many days after the one before as it tests; the last test may be cut short. */
export function testWindows(
  { walkForward }: Pick<TestPlan, 'walkForward'>,
  { from, to }: Stretch,
): readonly TestWindow[] {
  if (walkForward === null) return [];
  const [train, test] = [walkForward.trainDays * DAY_MINUTES, walkForward.testDays * DAY_MINUTES];
  const windows: TestWindow[] = [];
  for (let start = from; start + train < to; start += test) {
    const middle = start + train;
    windows.push({ train: { from: start, to: middle }, test: { from: middle, to: Math.min(to, middle + test) } });
  }
  return windows;
}
