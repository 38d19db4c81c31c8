import { parentPort, workerData } from 'node:worker_threads';
import { assert, at } from '#base/assert.ts';
import type { Stretch } from '#engine/model/history.ts';
import type { LadderParams } from '#engine/model/ladder-params.ts';
import { FIGURES } from '#engine/sweep/figures.ts';
import { isFollowed } from '#engine/sweep/followed.ts';
import { sweepPlan } from '#engine/sweep/plan.ts';
import { sweepLadders } from '#engine/sweep/sweep-ladder.ts';
import { accountFigures } from './account-figures.ts';
import { countDone, enterSet, isStopped, takeBatch } from './sweep-memory.ts';
import type { JobMessage, MessageFromWorker, MessageToWorker, WorkerData } from './sweep-message.ts';

/**
 * The program of one worker. A set that cannot be run ends the worker, as an internal error ends any process; the pool
 * reads from the shared memory which set it was.
 */
assert(parentPort !== null, 'a sweep worker is started by the pool');
const port = parentPort;
const { worker } = workerData as WorkerData; // Set by the pool.
let sets: readonly LadderParams[] = [];

port.on('message', (message: MessageToWorker) => {
  if (message.type === 'sets') {
    sets = message.sets;
    return;
  }
  work(message);
  port.postMessage('ended' satisfies MessageFromWorker);
});

function work(job: JobMessage): void {
  const { memory, workers } = job;
  const counts = { sets: sets.length, workers };
  for (let batch = takeBatch(memory, counts); batch !== null; batch = takeBatch(memory, counts)) {
    if (isStopped(memory)) return;
    runSets(job, batch);
    countDone(memory, batch.to - batch.from);
  }
}

/** Runs the sets of a batch: together if the kernel supports all of them, otherwise one by one. */
function runSets(job: JobMessage, batch: Stretch): void {
  if (sets.slice(batch.from, batch.to).every(isFollowed)) return sweepSets(job, batch);
  for (let set = batch.from; set < batch.to; set += 1) {
    const params = at(sets, set);
    if (isFollowed(params)) sweepSets(job, { from: set, to: set + 1 });
    else runOnAccount(job, set, params);
  }
}

/** Sweeps sets with the kernel; records the current set, in case the worker dies of it. */
function sweepSets({ history, from, to, instrument, account, memory }: JobMessage, batch: Stretch): void {
  const enter = (index: number): void => enterSet(memory, worker, batch.from + index);
  const plans = sets.slice(batch.from, batch.to).map((params, index) => {
    enter(index);
    return sweepPlan(params, instrument, account);
  });
  sweepLadders(history, plans, { from, to }, memory.rows, batch.from * FIGURES, enter);
}

function runOnAccount(job: JobMessage, set: number, params: LadderParams): void {
  enterSet(job.memory, worker, set);
  assert(job.from === 0, 'a set on the account begins with the first minute');
  job.memory.rows.set(accountFigures({ ...job, params }), set * FIGURES);
}
