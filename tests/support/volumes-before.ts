import { at } from '#base/assert.ts';
import type { CandleColumns } from '#engine/model/candle.ts';

/** Prefix sums of the volumes, so that a bar's volume is one subtraction. */
export function volumesBefore({ volume }: CandleColumns): (index: number) => number {
  const sums = new Float64Array(volume.length + 1);
  for (let index = 0; index < volume.length; index++) sums[index + 1] = at(sums, index) + at(volume, index);
  return (index) => at(sums, index);
}
