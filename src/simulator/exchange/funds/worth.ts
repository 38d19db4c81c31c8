import { type Cash, cash, negate, type Steps, type Ticks } from '#base/exact.ts';
import type { Instrument } from '#engine/model/instrument.ts';

/**
 * Amounts are capped at 60 million USDT: above any position that the brackets allow, and low enough that sums stay
 * exact. Only a price shock can take a position there.
 */
const WORTH_MAX = 6_000_000_000_000_000;

/** Absolute value of a quantity at a price. */
export function worth({ cashPerTickStep }: Instrument, price: Ticks, quantity: Steps): Cash {
  return cash(Math.min(Math.abs(price * quantity * cashPerTickStep), WORTH_MAX));
}

/** Whether an order of that size exceeds the cap. */
export function isUncountable({ cashPerTickStep }: Instrument, price: Ticks, quantity: Steps): boolean {
  return price * quantity * cashPerTickStep >= WORTH_MAX;
}

/** Sums of such amounts, and wallets, are capped at 80 million USDT. */
const SUM_MAX = 8_000_000_000_000_000;

/** `a + b`, capped. */
export function plus(a: Cash, b: Cash): Cash {
  return cash(Math.max(-SUM_MAX, Math.min(SUM_MAX, a + b)));
}

/** `a − b`, capped. */
export function minus(a: Cash, b: Cash): Cash {
  return plus(a, negate(b));
}
