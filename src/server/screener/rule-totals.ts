import type { Instant } from '#base/time.ts';
import type { RuleCycles, RuleFinding, RuleSide } from '#ports/screener/rule-screens.ts';

const PERCENT = 100;

/** Both directions of a strategy on a symbol together. */
export type RuleTotals = Pick<RuleSide, 'triggers' | 'triggeredAt' | 'cycles'>;

/** Adds up the directions. */
export function totalsOf({ sides }: Pick<RuleFinding, 'sides'>): RuleTotals {
  return {
    triggers: sides.reduce((sum, { triggers }) => sum + triggers, 0),
    triggeredAt: latest(sides.map(({ triggeredAt }) => triggeredAt)),
    cycles: {
      ended: sides.reduce((sum, { cycles }) => sum + cycles.ended, 0),
      won: sides.reduce((sum, { cycles }) => sum + cycles.won, 0),
      shareSum: sides.reduce((sum, { cycles }) => sum + cycles.shareSum, 0),
      shareWorst: leastOf(sides.map(({ cycles }) => cycles.shareWorst)),
    },
  };
}

function latest(instants: readonly (Instant | null)[]): Instant | null {
  return instants.reduce((last, one) => (last === null || (one !== null && one > last) ? one : last), null);
}

function leastOf(shares: readonly (number | null)[]): number | null {
  return shares.reduce((least, one) => (least === null || (one !== null && one < least) ? one : least), null);
}

/** Results of cycles in percent of what they were worth at their entry; null when none has ended. */
export function percentsOf({ ended, won, shareSum, shareWorst }: RuleCycles) {
  if (ended === 0 || shareWorst === null) return null;
  return { mean: (shareSum / ended) * PERCENT, won: (won / ended) * PERCENT, worst: shareWorst * PERCENT };
}
