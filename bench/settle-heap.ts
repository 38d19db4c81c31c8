import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects the garbage left by building what is measured, which a long-running program would already have collected;
 * otherwise this would happen in the measured seconds.
 */
export function settleHeap(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()'); // A context made after the flag has the function.
}
