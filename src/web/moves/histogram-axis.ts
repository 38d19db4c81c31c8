import { at } from '#base/assert.ts';
import type { HistogramFlag } from '#web/ui/figures/histogram.tsx';
import type { ToldBin } from './price-move-queries.ts';

/** A step of a ladder on the axis of moves. */
export interface StepFlag {
  readonly level: number;
  /** Its distance from the base. */
  readonly percent: number;
}

/** The bins up to the last that holds a sample or a step, and one more. */
export function shownBins(bins: readonly ToldBin[], steps: readonly StepFlag[]): readonly ToldBin[] {
  const depth = Math.max(0, ...steps.map(({ percent }) => percent));
  const last = bins.findLastIndex(({ count, fromPercent }) => count > 0 || Number(fromPercent) <= depth);
  return bins.slice(0, last + 2);
}

/** Where the steps stand among the bins, which are equally wide however much they hold. */
export function flagsOf(bins: readonly ToldBin[], steps: readonly StepFlag[]): readonly HistogramFlag[] {
  return steps.map(({ level, percent }) => {
    const place = Math.max(
      0,
      bins.findLastIndex(({ fromPercent }) => Number(fromPercent) <= percent),
    );
    const { fromPercent, toPercent } = at(bins, place);
    const [from, to] = [Number(fromPercent), toPercent === null ? Number.POSITIVE_INFINITY : Number(toPercent)];
    return { label: String(level), place: place + (percent - from) / (to - from) };
  });
}
