import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects what building the bots left behind, as it long is in a program that runs: else the collector would do that
 * in the seconds that are measured.
 */
export function settleHeap(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()'); // A context made after the flag has the function.
}
