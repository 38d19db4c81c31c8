import { setFlagsFromString } from 'node:v8';

/** How much code the compiler joins into one function: by default, and so much that the whole sweep fits. */
const BY_DEFAULT = 920;
const WHOLE_SWEEP = 3_000;

/**
 * Lets the compiler put the sweep together. The kernel is some forty small functions that a reader can follow; by default
 * the compiler stops joining them after 920 units of code, and what is left apart passes every amount through memory. With
 * room for all of them a bot-year takes a tenth less time; a report takes a twentieth more, so whoever makes one
 * alone goes back. To be called before the first sweep of a process, since it changes only what is compiled from then on.
 */
export function inlineSweep(isWanted = true): void {
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${isWanted ? WHOLE_SWEEP : BY_DEFAULT}`);
}
