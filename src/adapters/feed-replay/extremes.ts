import { at } from '#base/assert.ts';
import type { CandleColumns } from '#engine/model/candle.ts';

const BLOCK = 256;

export interface Extremes {
  readonly low: number;
  readonly high: number;
}

/**
 * The lowest low and the highest high between two minutes of the recording, both included. A cycle may last for weeks,
 * so whole blocks of minutes are looked up instead of walked through.
 */
export function extremesOf({ low, high }: CandleColumns): (from: number, to: number) => Extremes {
  const blocks = Array.from({ length: Math.floor(low.length / BLOCK) }, (_, block) =>
    walk(low, high, [block * BLOCK, (block + 1) * BLOCK - 1]),
  );
  return (from, to) => {
    const firstBlock = Math.ceil(from / BLOCK);
    const endBlock = Math.floor((to + 1) / BLOCK);
    if (firstBlock >= endBlock) return walk(low, high, [from, to]);
    let found = joined(walk(low, high, [from, firstBlock * BLOCK - 1]), walk(low, high, [endBlock * BLOCK, to]));
    for (let block = firstBlock; block < endBlock; block++) found = joined(found, at(blocks, block));
    return found;
  };
}

export function joined(one: Extremes, other: Extremes): Extremes {
  return { low: Math.min(one.low, other.low), high: Math.max(one.high, other.high) };
}

/** Nothing between them gives the neutral element: infinity below, minus infinity above. */
function walk(low: Int32Array, high: Int32Array, [from, to]: readonly [number, number]): Extremes {
  const found = { low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY };
  for (let index = from; index <= to; index++) {
    found.low = Math.min(found.low, at(low, index));
    found.high = Math.max(found.high, at(high, index));
  }
  return found;
}

/** Running sums of the volumes, so that a bar's volume is one subtraction. */
export function volumesBefore({ volume }: CandleColumns): (index: number) => number {
  const sums = new Float64Array(volume.length + 1);
  for (let index = 0; index < volume.length; index++) sums[index + 1] = at(sums, index) + at(volume, index);
  return (index) => at(sums, index);
}
