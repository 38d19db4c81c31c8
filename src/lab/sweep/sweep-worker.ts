import { parentPort, workerData } from 'node:worker_threads';
import { assert, at } from '#base/assert.ts';
import type { StoredPast } from '#engine/bots/stored-past.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import type { Stretch } from '#engine/model/history.ts';
import { FIGURES } from '#engine/sweep/figures.ts';
import { sweptPast } from '#engine/sweep/rules/rules-over.ts';
import { isFollowedSet, strategyPlan } from '#engine/sweep/rules/strategy-plan.ts';
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
let sets: readonly BotParams[] = [];

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
  const past = sweptPast(job.history, job.instrument);
  for (let batch = takeBatch(memory, counts); batch !== null; batch = takeBatch(memory, counts)) {
    if (isStopped(memory)) return;
    runSets({ ...job, past }, batch);
    countDone(memory, batch.to - batch.from);
  }
}

/** A job, and the bars that the rules of all its sets share. */
type Job = JobMessage & { readonly past: StoredPast };

/** Runs the sets of a batch: together if the kernel supports all of them, otherwise one by one. */
function runSets(job: Job, batch: Stretch): void {
  const { kind } = job;
  if (sets.slice(batch.from, batch.to).every((params) => isFollowedSet({ kind, params }))) return sweepSets(job, batch);
  for (let set = batch.from; set < batch.to; set += 1) {
    const params = at(sets, set);
    if (isFollowedSet({ kind, params })) sweepSets(job, { from: set, to: set + 1 });
    else runOnAccount(job, set, params);
  }
}

/** Sweeps sets with the kernel; records the current set, in case the worker dies of it. */
function sweepSets(job: Job, batch: Stretch): void {
  const { history, from, to, instrument, account, kind, memory, past } = job;
  const enter = (index: number): void => enterSet(memory, worker, batch.from + index);
  const plans = sets.slice(batch.from, batch.to).map((params, index) => {
    enter(index);
    return strategyPlan({ kind, params }, instrument, account);
  });
  sweepLadders(history, plans, { from, to, figures: memory.rows, offset: batch.from * FIGURES, enter, past });
}

function runOnAccount(job: JobMessage, set: number, params: BotParams): void {
  enterSet(job.memory, worker, set);
  job.memory.rows.set(accountFigures({ ...job, params }), set * FIGURES);
}
