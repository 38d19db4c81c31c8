import type { Draws } from '../days/draws.ts';
import type { Outline } from './outline.ts';

/** A corner trades at most twice what an even share of the volume would be. */
const CORNER_SHARE_MAX = 1;

interface Amounts {
  /** In steps; at least one per print. */
  readonly volume: number;
  readonly prints: number;
  /** Of a stretch: the smallest number of prints, each at least one step. */
  readonly least: number;
}

/**
 * Splits the volume of a minute and the number of its prints among corners and stretches; both sums are exact, and no part
 * has more prints than steps. A corner is one print of about the usual size, stretches share the rest by exponential draws:
 * many quiet ones, few busy ones. One exponential draw each. Every traded minute passes through here, so the loops do
 * without the checks of `at`; their indexes are in range.
 */
export function drawLots({ volume, prints, least }: Amounts, outline: Outline, draws: Draws): void {
  const { lots, counts, corners, sums } = outline;
  const above = (volume - prints) / prints;
  let [lotsLeft, printsLeft, total] = [volume, prints, 0];
  for (let index = 0; index < lots.length; index += 1) {
    const drawn = draws.exponential();
    const isCorner = corners[index] === 1;
    const lot = isCorner ? 1 + Math.floor(above * Math.min(CORNER_SHARE_MAX, drawn)) : least;
    lots[index] = lot;
    counts[index] = isCorner ? 1 : least;
    lotsLeft -= lot;
    printsLeft -= isCorner ? 1 : least;
    total += isCorner ? 0 : drawn;
    sums[index] = total;
  }
  if (lotsLeft > 0) shareOut({ lots: lotsLeft, prints: printsLeft, total }, outline);
}

/** Adds to each stretch its share, by the running sums of what was drawn; the last sum is the total. */
function shareOut(
  left: { readonly lots: number; readonly prints: number; readonly total: number },
  { lots, counts, corners, sums }: Outline,
): void {
  let [lotsGiven, printsGiven] = [0, 0];
  for (let index = 0; index < lots.length; index += 1) {
    if (corners[index] === 1) continue;
    const until = Math.min(left.lots, Math.floor(((sums[index] ?? 0) / left.total) * left.lots));
    // The last stretch takes the rest, regardless of rounding.
    const printsUntil = until === left.lots ? left.prints : Math.floor((until * left.prints) / left.lots);
    lots[index] = (lots[index] ?? 0) + until - lotsGiven;
    counts[index] = (counts[index] ?? 0) + printsUntil - printsGiven;
    [lotsGiven, printsGiven] = [until, printsUntil];
  }
}
