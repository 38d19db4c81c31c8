/**
 * The first minute of [from, to) in which something may happen; `to` when there is none. Checks the whole stretch first,
 * then ever smaller parts, cut at the boundaries of the skip index's blocks.
 *
 * @param isCalm - whether it is certain that nothing happens in the minutes [first, end). True for a stretch must imply
 * true for each of its parts; false is allowed for a stretch whose parts are all calm
 */
export function firstDoubt(from: number, to: number, isCalm: (first: number, end: number) => boolean): number {
  if (from >= to || isCalm(from, to)) return to;
  if (to - from === 1) return from;
  const middle = roundestIn(from, to);
  const found = firstDoubt(from, middle, isCalm);
  return found < middle ? found : firstDoubt(middle, to, isCalm);
}

/** The number of (from, to) that the highest power of two divides. */
function roundestIn(from: number, to: number): number {
  const bits = 31 - Math.clz32(from ^ (to - 1));
  return ((to - 1) >> bits) << bits;
}
