import type { CandleColumns } from '../model/candle.ts';
import { percentAgainst, priceSides, type Rebound, reboundPrice } from './price-sides.ts';

/** A fall from a high until the price has come back by the rebound; for shorts a rise from a low. Minutes are indexes. */
export interface Swing {
  /** The bar whose high is the start, and that price in ticks. */
  readonly begin: number;
  readonly pivot: number;
  /** The bar that set the low, and that price in ticks. */
  readonly turn: number;
  readonly extreme: number;
  /** The bar that came back; null while none has. */
  readonly end: number | null;
  /** From the start to the low, percent of the start, zero or more. */
  readonly percent: number;
}

export interface Swings {
  /** Oldest first, without overlap. */
  readonly ended: readonly Swing[];
  /** The last one, not yet over at the end of the bars; null without a bar after its start. */
  readonly open: Swing | null;
}

/**
 * Cuts bars into swings, as cycles would be opened one after another: a swing begins at the high of the bar that ended
 * the one before, and ends at the first bar after its low whose high is a rebound above that low. Pessimistic: a bar's
 * high does not count against its own new low, nor does the low of the bar at which a swing begins.
 * Section 7 A of docs/domain.md, whose two examples are the tests.
 */
export function findSwings(columns: Pick<CandleColumns, 'high' | 'low'>, { direction, rebound }: Rebound): Swings {
  const { sign, favour, against } = priceSides(columns, direction);
  const ended: Swing[] = [];
  let [begin, turn, extreme, target] = [0, 0, 0, 0];
  const swingTo = (end: number | null): Swing => {
    const pivot = favour[begin] ?? 0;
    return { begin, pivot, turn, extreme, end, percent: percentAgainst(pivot, extreme, sign) };
  };
  for (let bar = 1; bar < favour.length; bar += 1) {
    const worst = against[bar] ?? 0;
    if (turn === begin || sign * (extreme - worst) > 0) {
      [turn, extreme, target] = [bar, worst, reboundPrice(worst, rebound, sign)];
    } else if (sign * ((favour[bar] ?? 0) - target) >= 0) {
      ended.push(swingTo(bar));
      [begin, turn] = [bar, bar];
    }
  }
  return { ended, open: turn === begin ? null : swingTo(null) };
}
