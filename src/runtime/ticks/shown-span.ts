import { type Ticks, ticks } from '#base/exact.ts';
import type { AtomView } from '#engine/model/account.ts';
import type { Triggers } from '#engine/model/atom.ts';
import type { Instrument } from '#engine/model/instrument.ts';

/** Screens show distances in percent with two decimals: one ten-thousandth of the price. */
const SHARES_OF_PRICE = 10_000;
/** Screens show results in cents: 0.01 USDT, in cash. */
const CENT = 1_000_000;

/**
 * The nearest prices at which a shown value of an atom changes: a distance by 0.01 percent, its open result by a cent,
 * or the side on which its next step, take profit, stop or liquidation lies.
 * @param shown - the price on screen now
 * @param quantity - the atom's position, in steps
 */
export function shownSpan(
  shown: Ticks,
  { view, quantity, instrument }: { view: AtomView | null; quantity: number; instrument: Instrument },
): Triggers {
  const centSteps = quantity === 0 ? Number.POSITIVE_INFINITY : CENT / (quantity * instrument.cashPerTickStep);
  const step = Math.max(1, Math.floor(Math.min(shown / SHARES_OF_PRICE, centSteps)));
  let [below, above] = [shown - step, shown + step];
  for (const price of view === null ? [] : pricesOf(view)) {
    if (price < shown) below = Math.max(below, price);
    if (price > shown) above = Math.min(above, price);
  }
  return { below: ticks(below), above: ticks(above), at: null };
}

function pricesOf({ nextLevelPrice, takeProfitPrice, stopLossPrice, liquidationPrice }: AtomView): readonly Ticks[] {
  return [nextLevelPrice, takeProfitPrice, stopLossPrice, liquidationPrice].filter((price) => price !== null);
}
