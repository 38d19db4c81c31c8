import { parentPort } from 'node:worker_threads';
import { assert } from '#base/assert.ts';
import type { PointTask } from './point-task.ts';
import { runPoints } from './run-points.ts';

/** The program of a worker: one task after the other. A set that cannot be run ends it, as an internal error ends any process. */
const port = parentPort;
assert(port !== null, 'a worker is started by the pool');
port.on('message', (task: PointTask) => port.postMessage(runPoints(task)));
