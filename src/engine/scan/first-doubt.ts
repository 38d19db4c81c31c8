/**
 * The first minute of [from, to) of which it cannot be said that nothing happens in it; `to` when there is none.
 * Asks first about everything, then about ever smaller parts, cut where the skip index has its blocks.
 *
 * @param isCalm - whether surely nothing happens in the minutes [first, end); what it says of a stretch must hold for
 * each part of it, and it may say no of a stretch whose parts are all calm
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
