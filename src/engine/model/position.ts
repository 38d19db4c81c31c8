import { type Cash, type Steps, ZERO_CASH, ZERO_STEPS } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { Instrument } from './instrument.ts';

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

/** What rules read of an atom's position, as it stands. */
export interface HeldPosition {
  /** 1 for a long atom, −1 for a short one. */
  readonly sign: 1 | -1;
  /** When the position opened; null while the atom is flat. */
  readonly openedAt: Instant | null;
  /** When its last position ended; null before the first one has. */
  readonly endedAt: Instant | null;
  /** In USDT; a statistic, from which no money is computed. NaN while flat. */
  readonly averagePrice: number;
  readonly levelsFilled: number;
}

/** The average price of a position in USDT, NaN while it is flat. The same quantity and cost give the same number. */
export function averageOf(
  { tick, cashPerTickStep }: Pick<Instrument, 'tick' | 'cashPerTickStep'>,
  { quantity, cost }: Pick<Position, 'quantity' | 'cost'>,
): number {
  return quantity === 0 ? Number.NaN : ((cost / (quantity * cashPerTickStep)) * tick.units) / 10 ** tick.decimals;
}
