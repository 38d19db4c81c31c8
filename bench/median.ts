import { at } from '#base/assert.ts';

/** The middle value, the upper one of two; the list is not empty. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return at(sorted, Math.floor(sorted.length / 2));
}
