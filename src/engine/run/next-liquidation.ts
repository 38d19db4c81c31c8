import { RATE_ONE } from '#base/exact.ts';
import type { Instrument } from '../model/instrument.ts';
import { extremesBetween } from '../scan/extremes.ts';
import { firstDoubt } from '../scan/first-doubt.ts';
import type { Book } from './book.ts';
import { sharedBalance } from './liquidation.ts';
import { openResult, type SharedLegs, type Span, sharedLegs, withStanding } from './shared-legs.ts';
import type { Leg } from './sums.ts';

/** More than the sums below err in float64, as a share of the magnitudes that went into them. */
const ERROR_SHARE = 2 ** -44;

/**
 * The first minute of the span in which positions on the shared wallet may be closed by force; `to` when there is none.
 *
 * Over a stretch each symbol is taken at its worst price, whenever that was. What it adds to the equity above
 * maintenance is concave in its price, because the maintenance margin of the steepest tier grows with the value, so the
 * worst lies at the low or the high. Where equity stays above maintenance even so, no liquidation price is reached:
 * at such a price the two would be equal.
 */
export function nextLiquidation(book: Book, span: Span): number {
  if (book.sums.legs.size === 0) return span.to;
  const symbols = sharedLegs(book, span);
  const balance = sharedBalance(book);
  return firstDoubt(span.from, span.to, (first, end) => {
    let [spare, magnitude] = [balance as number, Math.abs(balance)];
    for (const symbol of symbols) {
      const prices = symbol.stored === undefined ? null : extremesBetween(symbol.stored, first, end);
      const { low, high } = withStanding(prices, symbol.standing);
      spare += Math.min(spareAt(symbol, low), spareAt(symbol, high));
      magnitude += magnitudeAt(symbol, high);
    }
    return spare > magnitude * ERROR_SHARE;
  });
}

/** What the positions of a symbol add to equity at a mark, less their maintenance margin. */
function spareAt({ legs }: SharedLegs, mark: number): number {
  let spare = 0;
  for (const leg of legs) spare += openResult(leg, mark) - maintenanceAt(leg, mark);
  return spare;
}

/** The steepest tier's margin at this value, which is never less than that of the tier that holds, and its rounding up. */
function maintenanceAt({ slot, quantity }: Leg, mark: number): number {
  const value = mark * quantity * slot.instrument.cashPerTickStep;
  return steepest(slot.instrument, value) + 1;
}

function steepest({ brackets }: Instrument, value: number): number {
  let most = 0;
  for (const { maintenanceRate, cumulative } of brackets) {
    most = Math.max(most, (value * maintenanceRate) / RATE_ONE - cumulative);
  }
  return most;
}

function magnitudeAt({ legs }: SharedLegs, mark: number): number {
  let magnitude = 0;
  for (const { slot, quantity, cost } of legs)
    magnitude += 3 * (mark * quantity * slot.instrument.cashPerTickStep + cost);
  return magnitude;
}
