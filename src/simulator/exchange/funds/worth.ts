import { type Cash, cash, negate, type Steps, type Ticks } from '#base/exact.ts';
import type { Instrument } from '#engine/model/instrument.ts';

/**
 * Amounts stop growing at 60 million USDT: more than any position that the brackets allow, and little enough that sums
 * stay exact. Only a price shock can take a position there.
 */
const WORTH_MAX = 6_000_000_000_000_000;

/** What a quantity is worth at a price, without its sign. */
export function worth({ cashPerTickStep }: Instrument, price: Ticks, quantity: Steps): Cash {
  return cash(Math.min(Math.abs(price * quantity * cashPerTickStep), WORTH_MAX));
}

/** Whether an order of that size is beyond what the exchange can count. */
export function isUncountable({ cashPerTickStep }: Instrument, price: Ticks, quantity: Steps): boolean {
  return price * quantity * cashPerTickStep >= WORTH_MAX;
}

/** Sums of such amounts, and wallets, stop at 80 million USDT. */
const SUM_MAX = 8_000_000_000_000_000;

/** `a + b`, no further than what can be counted. */
export function plus(a: Cash, b: Cash): Cash {
  return cash(Math.max(-SUM_MAX, Math.min(SUM_MAX, a + b)));
}

/** `a − b`, no further than what can be counted. */
export function minus(a: Cash, b: Cash): Cash {
  return plus(a, negate(b));
}
