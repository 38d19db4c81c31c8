import { summaryOf } from './figures.ts';
import { HEAVY_PER_SECOND, type HeavyUser } from './heavy-user.ts';
import type { Request } from './mix.ts';
import { type Outcome, openLoop } from './open-loop.ts';
import type { Visitor } from './visitor.ts';

/** How much slower another user's reads may become. */
const RATIO_MAX = 2;
/** As the pages of one user send them. */
const READS_PER_SECOND = 20;

/**
 * A thousand equal bots trade in waves of some seconds, in which everybody waits longer. Measured in short turns, both ways meet
 * as many of them.
 */
const TURN_SECONDS = 5;

/** The reads of one user alone, and beside the heaviest requests of another, in turns. */
export async function besideHeavyUser(options: {
  readonly address: string;
  readonly heavy: HeavyUser;
  /** Of each way. */
  readonly seconds: number;
  /** The reads of the user who is measured. */
  readonly read: (number: number) => Request & { readonly visitor: Visitor };
}) {
  const { address, heavy, seconds, read } = options;
  const turn = { address, seconds: Math.min(TURN_SECONDS, seconds) };
  const reads = () => openLoop({ ...turn, perSecond: READS_PER_SECOND, next: read });
  const undisturbed: Outcome[] = [];
  const answers: Outcome[] = [];
  const heavyAnswers: Outcome[] = [];
  for (let measured = 0; measured < seconds; measured += TURN_SECONDS) {
    undisturbed.push(...(await reads()));
    const both = [reads(), openLoop({ ...turn, perSecond: HEAVY_PER_SECOND, next: heavy.next })] as const;
    answers.push(...(await both[0]));
    heavyAnswers.push(...(await both[1]));
  }
  const alone = summaryOf(undisturbed);
  const beside = summaryOf(answers);
  const ratio = Math.round((beside.p99Ms / alone.p99Ms) * 100) / 100;
  return {
    figures: { alone, beside, ratio, heavy: { atoms: heavy.atoms, ...summaryOf(heavyAnswers) } },
    hasPassed: ratio <= RATIO_MAX && alone.errors === 0 && beside.errors === 0 && !heavyAnswers.some(isFault),
  };
}

/** The heavy user may be told to come again, but no request may fail. */
function isFault({ status }: Outcome): boolean {
  return status === null || (status >= 500 && status !== 503);
}
