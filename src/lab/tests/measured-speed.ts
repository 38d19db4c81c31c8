import type { Db } from '#storage/database/database.ts';
import { measuredTests } from '#storage/tests/lab-rows.ts';
import type { TestPace } from '#storage/tests/test-plan.ts';
import { testPaceOf } from './prepare-test.ts';

/** The newest tests that are looked at: older ones may be of another program, or another machine. */
const TESTS_MAX = 50;
/** With less, it is the start of the workers that was measured. */
const MEASURED_MS_LEAST = 2_000;
const SECOND_MS = 1_000;

/** Candles of a run that a worker here has passed over in a second; null before enough was computed at this pace. */
export async function measuredSpeed(db: Db, pace: TestPace): Promise<number | null> {
  let [candles, ms] = [0, 0];
  for (const { plan, candlesPassed, workerMs } of await measuredTests(db, TESTS_MAX)) {
    if (testPaceOf(plan) !== pace) continue;
    candles += candlesPassed;
    ms += workerMs;
  }
  return ms < MEASURED_MS_LEAST || candles === 0 ? null : (candles / ms) * SECOND_MS;
}
