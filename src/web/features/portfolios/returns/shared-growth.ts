/**
 * What one of several portfolios was worth over shared times, and what that is compared with; null before it began and after it
 * was deleted.
 */
export interface Grown {
  readonly base: readonly (string | null)[];
  /** Null also where a price is missing. */
  readonly worth: readonly (string | null)[];
}

/**
 * What one unit of money in several portfolios has become at each time. Each portfolio counts from the first of the times at
 * which it has begun until its last one, so one that comes later changes nothing before, and one that is deleted keeps what it
 * did; deposits and withdrawals are in `base`.
 * @returns null before the first has begun, and where the worth of one is missing
 */
export function sharedGrowth(times: number, grown: readonly Grown[]): readonly (number | null)[] {
  let [growth, known] = [1, -1];
  return Array.from({ length: times }, (_, index) => {
    const begun = grown.filter(({ base }) => (base[index] ?? null) !== null);
    if (begun.length === 0 || begun.some(({ worth }) => (worth[index] ?? null) === null)) return null;
    if (known >= 0) growth *= stepOf(grown, known, index);
    known = index;
    return growth;
  });
}

/** The growth from one time to another of those that had begun at the first, weighted by what they were worth then. */
function stepOf(grown: readonly Grown[], from: number, to: number): number {
  let [before, after] = [0, 0];
  for (const { base, worth } of grown) {
    const end = base.findLastIndex((one, index) => index <= to && one !== null);
    if (end === from) continue; // It was deleted by then.
    const [first, last] = [Number(worth[from] ?? 0), Number(worth[end] ?? 0)];
    const [firstBase, lastBase] = [Number(base[from] ?? 0), Number(base[end] ?? 0)];
    if (firstBase <= 0 || lastBase <= 0) continue;
    before += first;
    after += last * (firstBase / lastBase);
  }
  return before > 0 ? after / before : 1;
}
