import { type Cash, type Steps, ZERO_CASH, ZERO_STEPS } from '#base/exact.ts';

/** Which position of a symbol: hedge mode has a long and a short one, one-way mode has one, called `BOTH`. */
export type PositionSide = 'LONG' | 'SHORT' | 'BOTH';

/** What an atom holds. Average price is `cost / quantity`; reductions release cost and do not move it. */
export interface Position {
  readonly quantity: Steps;
  /** Σ quantity · price of the entry fills that are still open. */
  readonly cost: Cash;
  /** Entry commissions that belong to the open quantity. */
  readonly fees: Cash;
  /** Funding paid (positive) or received (negative) that belongs to the open quantity. */
  readonly fundingPaid: Cash;
}

export const FLAT: Position = { quantity: ZERO_STEPS, cost: ZERO_CASH, fees: ZERO_CASH, fundingPaid: ZERO_CASH };
