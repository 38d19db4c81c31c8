import { enableCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { assert } from '#base/assert.ts';
import { AppError } from '#base/errors.ts';
import { instantOf } from '#base/time.ts';
import { symbolGroups } from '#lab/plan/test-points.ts';
import { dataHashOf } from '#lab/tests/data-hash-of.ts';
import type { LabMarket } from '#lab/tests/lab-market.ts';
import { measuredSpeed } from '#lab/tests/measured-speed.ts';
import { prepareTest } from '#lab/tests/prepare-test.ts';
import { loadGround } from '#lab/tests/test-ground.ts';
import { serveThread, type TellNews } from '#runtime/thread/serve-thread.ts';
import { unfinishedTests } from '#storage/tests/lab-rows.ts';
import type { TestPlan } from '#storage/tests/test-plan.ts';
import { openLifetime } from '../lifetime.ts';
import type { LabCalls, LabNews, LabQuestion } from './lab-calls.ts';
import { openLabMarket } from './lab-market.ts';
import { ASSUMED_SPEED, engineVersionOf, labWorkers } from './lab-setting.ts';
import { openLabParts } from './open-lab-parts.ts';

enableCompileCache();
const port = parentPort;
assert(port !== null, 'this file is the program of a thread');
let tellWarning = (_line: string): void => {};
const lifetime = openLifetime((name, cause) => tellWarning(`${name} did not stop cleanly: ${String(cause)}`));

/** The lab in a thread of its own: whatever it computes delays neither requests nor bots. */
serveThread<LabQuestion, LabCalls, LabNews>(port, { open, beforeAnswer: () => {}, close: () => lifetime.close() });

async function open(question: LabQuestion, tell: TellNews<LabNews>): Promise<LabCalls> {
  const { labUrl, folders } = question;
  tellWarning = (line) => tell('warning', line);
  const market = openLabMarket(folders);
  const parts = {
    ...{ labUrl, market, isPlanning: true, workers: labWorkers(), engineVersion: engineVersionOf(question) },
    changed: (ownerId: string) => tell('changed', ownerId),
    log: tellWarning,
    failed: endThread,
  };
  const { db, lab } = await openLabParts(parts, lifetime);
  return {
    prepare: async (asked, bounds) => prepareTest(asked, bounds),
    coverage: (plan) => market.coverage(symbolGroups(plan), { from: instantOf(plan.from), to: instantOf(plan.to) }),
    speed: async (pace) => (await measuredSpeed(db, pace)) ?? ASSUMED_SPEED[pace],
    dataHash: (plan) => presentHash(market, plan),
    unfinished: async () => (await unfinishedTests(db)).map(({ conditionId }) => conditionId),
    wake: async () => lab.wake(),
  };
}

/** What a test would rest on now; null where candles or funding are missing. */
async function presentHash(market: LabMarket, plan: TestPlan): Promise<string | null> {
  try {
    const data = [];
    for (const symbols of symbolGroups(plan)) data.push(...(await loadGround(market, plan, symbols)).data);
    return dataHashOf(data);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Ends the thread with its cause; the main thread then ends the program. */
function endThread(cause: unknown): void {
  setImmediate(() => {
    throw cause;
  });
}
