import type { Cash } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';

/** Equity (wallet plus open results) at an instant. */
export interface EquityPoint {
  readonly at: Instant;
  readonly equity: Cash;
  /** No minute since the 00:00 UTC before had a market, so nothing was earned or lost by holding. Omitted, one had. */
  readonly isIdle?: boolean;
}
