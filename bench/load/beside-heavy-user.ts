import { summaryOf } from './figures.ts';
import { HEAVY_PER_SECOND, type HeavyUser } from './heavy-user.ts';
import type { Request } from './mix.ts';
import { type Outcome, openLoop } from './open-loop.ts';
import type { Visitor } from './visitor.ts';

/** How much slower another user's reads may become. */
const RATIO_MAX = 2;
/** As the pages of one user send them. */
const READS_PER_SECOND = 20;

/** The reads of one user alone, and then beside the heaviest requests of another. */
export async function besideHeavyUser(options: {
  readonly address: string;
  readonly heavy: HeavyUser;
  readonly seconds: number;
  /** The reads of the user who is measured. */
  readonly read: (number: number) => Request & { readonly visitor: Visitor };
}) {
  const { address, heavy, seconds, read } = options;
  const reads = () => openLoop({ address, perSecond: READS_PER_SECOND, seconds, next: read });
  const alone = summaryOf(await reads());
  const [answers, heavyAnswers] = await Promise.all([
    reads(),
    openLoop({ address, perSecond: HEAVY_PER_SECOND, seconds, next: heavy.next }),
  ]);
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
