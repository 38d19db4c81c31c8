import { type Cash, larger, smaller, subtract } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';

/** A fall of what a portfolio has gained, from the highest point so far to the deepest one below it. */
export interface Fall {
  readonly peak: Cash;
  readonly trough: Cash;
  /** When it was deepest. */
  readonly at: Instant;
}

/** The extremes of what a portfolio has gained over some market hours: enough to find its deepest drawdown. */
export interface EquitySpan {
  readonly high: Cash;
  readonly low: Cash;
  readonly lowAt: Instant;
  /** The last hour in it, and what had been gained by then. */
  readonly lastAt: Instant;
  readonly last: Cash;
  /**
   * Each falls deeper than every one before it, from a higher peak. Whatever was paid in, as long as equity stays above
   * zero, the deepest drawdown in percent is among them: any other has a higher peak than one that fell as deep.
   */
  readonly falls: readonly Fall[];
}

/** The span with one more hour at its end; without a span, a new one of that hour. An hour it has already is left out. */
export function extendSpan(span: EquitySpan | null, at: Instant, gained: Cash): EquitySpan {
  if (span === null) return { high: gained, low: gained, lowAt: at, lastAt: at, last: gained, falls: [] };
  if (at <= span.lastAt) return span;
  const high = larger(span.high, gained);
  const lowAt = gained < span.low ? at : span.lowAt;
  return {
    high,
    low: smaller(span.low, gained),
    lowAt,
    lastAt: at,
    last: gained,
    falls: withFall(span.falls, { peak: high, trough: gained, at }),
  };
}

function withFall(falls: readonly Fall[], fall: Fall): readonly Fall[] {
  const deepest = falls.at(-1);
  if (depthOf(fall) <= (deepest === undefined ? 0 : depthOf(deepest))) return falls;
  return deepest?.peak === fall.peak ? [...falls.slice(0, -1), fall] : [...falls, fall];
}

function depthOf({ peak, trough }: Fall): Cash {
  return subtract(peak, trough);
}
