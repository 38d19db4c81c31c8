import type { Cash } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';

/** Equity (wallet plus open results) at an instant. */
export interface EquityPoint {
  readonly at: Instant;
  readonly equity: Cash;
}
