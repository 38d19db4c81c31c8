import { RATE_ONE } from '#base/exact.ts';
import type { RunningAccount } from '../account/running-account.ts';
import { sharedBalance } from '../account/valuation/shared-wallet.ts';
import type { Leg } from '../account/valuation/sums.ts';
import type { Instrument } from '../model/instrument.ts';
import { extremesBetween } from '../scan/extremes.ts';
import { firstDoubt } from '../scan/first-doubt.ts';
import { marksIn, openResult, type SharedLegs, sharedLegs } from './shared-legs.ts';
import type { Span } from './span.ts';

/** A bound of the float64 error of the sums below, as a share of the magnitudes of their terms. */
const ERROR_SHARE = 2 ** -44;

/**
 * The first minute of the span in which positions on the shared wallet may be liquidated; `to` when there is none.
 *
 * Over a stretch, each symbol is valued at its worst price, whenever that occurred. Its contribution to equity minus
 * maintenance is concave in its price, because every tier's margin is a line and the highest one counts: the worst price
 * is the low or the high. If equity still exceeds maintenance there, it exceeds every tier's line at both ends, and no
 * price in between reaches a liquidation price, where equity would meet one of the lines.
 */
export function nextLiquidation(account: RunningAccount, span: Span): number {
  if (account.sums.legs.size === 0) return span.to;
  const symbols = sharedLegs(account, span);
  const balance = sharedBalance(account);
  return firstDoubt(span.from, span.to, (from, to) => {
    let [spare, magnitude] = [balance as number, Math.abs(balance)];
    for (const symbol of symbols) {
      const { low, high } = marksIn(symbol, extremesBetween, { from, to });
      spare += Math.min(spareAt(symbol, low), spareAt(symbol, high));
      magnitude += magnitudeAt(symbol, high);
    }
    return spare > magnitude * ERROR_SHARE;
  });
}

/** The contribution of a symbol's positions to equity at a mark, less their maintenance margin. */
function spareAt({ legs }: SharedLegs, mark: number): number {
  let spare = 0;
  for (const leg of legs) spare += openResult(leg, mark) - maintenanceAt(leg, mark);
  return spare;
}

/** The highest margin of all tiers at this value, plus what rounding up may add to it. */
function maintenanceAt({ atom, quantity }: Leg, mark: number): number {
  return highestMargin(atom.instrument, mark * quantity * atom.instrument.cashPerTickStep) + 1;
}

function highestMargin({ brackets }: Instrument, value: number): number {
  let highest = 0;
  for (const { maintenanceRate, cumulative } of brackets) {
    highest = Math.max(highest, (value * maintenanceRate) / RATE_ONE - cumulative);
  }
  return highest;
}

/** Sum of the magnitudes of a symbol's terms at its highest mark. */
function magnitudeAt({ legs }: SharedLegs, mark: number): number {
  let magnitude = 0;
  for (const { atom, quantity, cost } of legs) {
    const { brackets, cashPerTickStep } = atom.instrument;
    magnitude += 2 * mark * quantity * cashPerTickStep + cost + (brackets.at(-1)?.cumulative ?? 0);
  }
  return magnitude;
}
