import { parentPort, workerData } from 'node:worker_threads';
import { assert, at } from '#base/assert.ts';
import type { LadderParams } from '#engine/model/ladder-params.ts';
import { FIGURES } from '#engine/sweep/figures.ts';
import { sweepPlan } from '#engine/sweep/plan.ts';
import { sweepLadder } from '#engine/sweep/sweep-ladder.ts';
import { countDone, enterSet, isStopped, takeBatch } from './sweep-memory.ts';
import type { JobMessage, MessageFromWorker, MessageToWorker, WorkerData } from './sweep-message.ts';

/**
 * The program of one worker. A set that cannot be run ends the worker, as a broken belief ends any process; the pool
 * reads in the shared memory which set it was.
 */
assert(parentPort !== null, 'a sweep worker is started by the pool');
const port = parentPort;
const { worker } = workerData as WorkerData; // What the pool gave it.
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
  const { memory, batch } = job;
  for (let from = takeBatch(memory, batch); from < sets.length; from = takeBatch(memory, batch)) {
    const to = Math.min(sets.length, from + batch);
    for (let set = from; set < to; set += 1) {
      if (isStopped(memory)) return;
      enterSet(memory, worker, set);
      runSet(job, set);
      countDone(memory);
    }
  }
}

function runSet({ history, from, to, instrument, account, memory }: JobMessage, set: number): void {
  sweepLadder(history, sweepPlan(at(sets, set), instrument, account), from, to, memory.rows, set * FIGURES);
}
