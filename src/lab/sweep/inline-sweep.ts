import { setFlagsFromString } from 'node:v8';

/** Inlining limits of the compiler: the default, and one that fits the whole sweep. */
const BY_DEFAULT = 920;
const WHOLE_SWEEP = 3_000;

/**
 * Lets the compiler inline the whole sweep. The kernel consists of some forty small, readable functions; by default the
 * compiler stops inlining them after 920 units of code, and the remaining calls pass every amount through memory. With a
 * limit that fits all of them, a bot-year takes a tenth less time, but a report takes a twentieth more, so code that only
 * makes a report restores the default. Call it before the first sweep of a process: it affects only later compilation.
 */
export function inlineSweep(isWanted = true): void {
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${isWanted ? WHOLE_SWEEP : BY_DEFAULT}`);
}
