import type { Draws } from '../days/draws.ts';
import type { MarketCandle } from '../market-candle.ts';
import { type Outline, outlineOf } from './outline.ts';
import { drawLots } from './print-lots.ts';
import { cornersOf, drawPath } from './print-path.ts';
import { drawSides } from './print-sides.ts';

/** A minute has at most four corners besides. */
const STRETCHES_MAX = 8;

/**
 * Draws the outline of a minute with so many prints. It is read at once, before the next one is drawn.
 *
 * @param prints - at most one per step of volume; at least eight, or as many as there are steps
 */
export function drawOutline(candle: MarketCandle, prints: number, draws: Draws): Outline {
  const corners = cornersOf(candle, prints, draws);
  const stretches = Math.min(STRETCHES_MAX, Math.floor((prints - corners.length) / leastOf(candle, prints)));
  const outline = outlineOf(corners.length + stretches);
  drawPath(candle, { corners, outline }, draws);
  drawLots({ volume: candle.volume, prints, least: leastOf(candle, prints) }, outline, draws);
  drawSides(candle, outline, draws);
  return outline;
}

/** Two prints at least, so that takers of both sides can share a stretch; with one step a print they need not. */
function leastOf({ volume }: MarketCandle, prints: number): number {
  return prints === volume ? 1 : 2;
}
