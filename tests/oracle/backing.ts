import type { OracleBacking } from './oracle-terms.ts';

/** Whether a position still has the same backing. */
export function isSameBacking(known: OracleBacking, now: OracleBacking): boolean {
  if (!known.wallet.eq(now.wallet)) return false;
  if (known.hedge === undefined || now.hedge === undefined) return known.hedge === now.hedge;
  return known.hedge.quantity.eq(now.hedge.quantity) && known.hedge.cost.eq(now.hedge.cost);
}
