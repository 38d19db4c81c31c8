import { formatDecimal } from '#base/decimal.ts';
import { CASH_DECIMALS, type Cash, divide, type Ticks } from '#base/exact.ts';
import type { Instrument } from '../../model/instrument.ts';
import { type Direction, signOf } from '../../model/order.ts';

/** A price as 1e-8 USDT for one unit of the base asset; exact at any tick. */
export function priceCash(instrument: Instrument, price: Ticks): bigint {
  const { units, decimals } = instrument.tick;
  return BigInt(price) * BigInt(units) * 10n ** BigInt(CASH_DECIMALS - decimals);
}

/**
 * The adverse move from a price to the liquidation, percent with four decimals; negative when it lies on the wrong side.
 * @returns null when exact numbers cannot hold the figure
 */
export function liquidationMove(
  { instrument, direction }: { readonly instrument: Instrument; readonly direction: Direction },
  price: Ticks,
  liquidation: Cash,
): string | null {
  const from = priceCash(instrument, price);
  const move = BigInt(signOf(direction)) * (from - BigInt(liquidation));
  const count = divide(move * 1_000_000n, from, 'half-up');
  return Number.isSafeInteger(count) ? formatDecimal(count, 4) : null;
}
