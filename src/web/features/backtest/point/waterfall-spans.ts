import type { Report } from '../report-queries.ts';

interface Span {
  /** Percent of the width, from the left. */
  readonly from: number;
  readonly to: number;
}

/** Where the strip of each part begins and ends: each goes on where the one before ended; the result begins at zero. */
export function waterfallSpans(parts: Report['waterfall']): { readonly spans: readonly Span[]; readonly zero: number } {
  let reached = 0;
  const ends = parts.map(({ name, amount }) => {
    const begin = name === 'result' ? 0 : reached;
    reached = begin + Number(amount);
    return { low: Math.min(begin, reached), high: Math.max(begin, reached) };
  });
  const low = Math.min(0, ...ends.map((one) => one.low));
  const high = Math.max(0, ...ends.map((one) => one.high));
  const share = (value: number) => (high === low ? 0 : (100 * (value - low)) / (high - low));
  return { spans: ends.map((one) => ({ from: share(one.low), to: share(one.high) })), zero: share(0) };
}
