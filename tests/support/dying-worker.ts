import { parentPort } from 'node:worker_threads';

/** A worker that exits without an error at its first message. */
parentPort?.on('message', () => process.exit(3));
