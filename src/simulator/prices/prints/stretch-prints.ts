import type { Side } from '#engine/model/order.ts';
import type { Draws } from '../days/draws.ts';

/** A print before it has a time: a price in ticks, a quantity in steps, and the side of its taker. */
export interface UntimedPrint {
  readonly price: number;
  readonly quantity: number;
  readonly takerSide: Side;
}

/** What takers of one side trade in a stretch: so many prints, of a sum of steps, at a mean price. */
export interface StretchSide {
  readonly takerSide: Side;
  readonly prints: number;
  readonly quantity: number;
  readonly mean: number;
}

/**
 * How far the price is from the mean in the first half of a stretch, in ticks, from its beginning to its middle. The second
 * half is the mirror image: as far from the mean on the other side, so that quantities that are equal at both keep it.
 */
export type HalfPath = readonly number[];

const KNOTS_MAX = 16;

/**
 * @param prints - of the stretch
 * @param move - from the beginning of the stretch to its end, in ticks
 * @param deviation - of the price over the whole stretch, in ticks
 */
export function drawHalfPath(
  { prints, move, deviation }: { readonly prints: number; readonly move: number; readonly deviation: number },
  draws: Draws,
): HalfPath {
  const knots = Math.min(KNOTS_MAX, Math.ceil(prints / 2));
  const spread = deviation / Math.sqrt(2 * knots);
  const path: number[] = [];
  let walk = 0;
  for (let knot = 0; knot < knots; knot += 1) {
    walk += spread * draws.bell();
    const left = 1 - (knot + 0.5) / knots;
    path.push(Math.round(left * (walk - move / 2)));
  }
  return path;
}

/**
 * The prints of one side of a stretch, in order; sum and mean are exact. Of each pair of mirrored prints both have the same
 * quantity. One exponential draw a pair.
 *
 * @param bounds - lowest and highest price of the minute
 */
export function sidePrints(
  side: StretchSide,
  { path, low, high }: { readonly path: HalfPath; readonly low: number; readonly high: number },
  draws: Draws,
): readonly UntimedPrint[] {
  const { prints, quantity, mean, takerSide } = side;
  const sizes = drawSizes(prints, quantity, draws);
  const reach = Math.min(mean - low, high - mean);
  const isUneven = prints % 2 === 0 && (quantity - prints) % 2 === 1;
  const made: UntimedPrint[] = [];
  for (let index = 0; index < prints; index += 1) {
    const pair = Math.min(index, prints - 1 - index);
    // The middle print has none to mirror it, and the middle pair none of its size where one step is left over.
    const isLone = 2 * pair + 1 === prints || (isUneven && 2 * pair + 2 === prints);
    const offset = isLone ? 0 : (path[Math.floor(((2 * pair + 1) / prints) * path.length)] ?? 0); // Always in range.
    const near = Math.max(-reach, Math.min(reach, offset));
    made.push({ price: mean + (index === pair ? near : -near), quantity: sizes[index] ?? 0, takerSide });
  }
  return made;
}

/** Each at least one step, mirrored prints the same; of an even number one of the middle ones has what is left over. */
function drawSizes(prints: number, quantity: number, draws: Draws): readonly number[] {
  const pairs = Math.ceil(prints / 2);
  const isOdd = prints % 2 === 1;
  const sums: number[] = [];
  let total = 0;
  for (let pair = 0; pair < pairs; pair += 1) {
    total += isOdd && pair === pairs - 1 ? draws.exponential() / 2 : draws.exponential();
    sums.push(total);
  }
  const half = Math.floor((quantity - prints) / 2);
  const rest = quantity - prints - 2 * half;
  const sizes = new Array<number>(prints).fill(1);
  let given = 0;
  for (let pair = 0; pair < pairs; pair += 1) {
    const until = Math.min(half, Math.floor(((sums[pair] ?? 0) / total) * half));
    const isMiddle = pair === prints - 1 - pair;
    sizes[pair] = 1 + (isMiddle ? 2 : 1) * (until - given) + (pair === pairs - 1 ? rest : 0);
    if (!isMiddle) sizes[prints - 1 - pair] = 1 + until - given;
    given = until;
  }
  return sizes;
}
