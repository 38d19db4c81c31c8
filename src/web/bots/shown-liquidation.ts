import type { Atom } from '#web/api/trading-queries.ts';
import { distancePercent } from '#web/ui/values/distance.ts';

const WHOLE_PRICE_PERCENT = 100;

/**
 * The liquidation price to show, as in the ladder editor: null when there is none, or only beyond a move of 100 %, which
 * nobody plans for.
 */
export function shownLiquidation({ mark, liquidationPrice }: Pick<Atom, 'mark' | 'liquidationPrice'>): string | null {
  const away = distancePercent(mark, liquidationPrice);
  return away !== null && Math.abs(Number(away)) > WHOLE_PRICE_PERCENT ? null : liquidationPrice;
}
