import { parentPort } from 'node:worker_threads';

/** A worker that dies of its first message without a word. */
parentPort?.on('message', () => process.exit(3));
