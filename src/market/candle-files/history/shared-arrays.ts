import { assert } from '#base/assert.ts';
import { type Allocate, BLOCK } from '#engine/scan/skip-index.ts';

const CANDLE_COLUMNS = 5;
const LEVEL_COLUMNS = 6;
const FUNDING_COLUMNS = 2;

/**
 * Allocates consecutive arrays in ONE block of shared memory.
 * @param length - total count of numbers
 * @param free - memory to reuse if it is large enough: its pages are already mapped. Its content stays until it is
 * overwritten.
 */
export function sharedArrays(length: number, free: SharedArrayBuffer | null): Allocate {
  const bytes = length * Int32Array.BYTES_PER_ELEMENT;
  const memory = free !== null && free.byteLength >= bytes ? free : new SharedArrayBuffer(bytes);
  let used = 0;
  return (wanted) => {
    assert(used + wanted <= length, 'the shared memory is as large as what is put into it');
    const array = new Int32Array(memory, used * Int32Array.BYTES_PER_ELEMENT, wanted);
    used += wanted;
    return array;
  };
}

/** How many numbers the history of one symbol consists of: candles, all levels of the index, funding. */
export function historyLength(minutes: number, settlements: number): number {
  let blocks = 0;
  for (let level = minutes; level > 1 || blocks === 0; ) {
    level = Math.ceil(level / BLOCK);
    blocks += level;
  }
  return minutes * CANDLE_COLUMNS + blocks * LEVEL_COLUMNS + settlements * FUNDING_COLUMNS;
}
