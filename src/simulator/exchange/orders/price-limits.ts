import { rateFrom } from '#base/decimal.ts';
import { multiplyDivide, RATE_ONE, type Rounding, type Ticks, ticks } from '#base/exact.ts';

/** Least and largest price of an order, in ticks: the PRICE_FILTER of every symbol. */
export const PRICE_MIN: Ticks = ticks(1);
export const PRICE_MAX: Ticks = ticks(50_000_000);
/** Maximum number of open conditional orders of an account, over all symbols. */
export const ALGOS_MAX = 200;
/**
 * A trigger must be between a hundredth of the mark and ten times the mark. The exchange does not publish its own bounds; of
 * its contracts, the PRICE_FILTER of BTCUSDT allows about that much.
 */
export const TRIGGER_FACTORS = { up: '10', down: '0.01' } as const;

/** A price times a decimal factor, as the exchange's price filters compute it. */
export function scaledPrice(price: Ticks, factor: string, rounding: Rounding): Ticks {
  return ticks(multiplyDivide(price, rateFrom(factor), RATE_ONE, rounding));
}
