import { unreachable } from '#base/assert.ts';
import type { Comparison } from './rule.ts';
import { FALSE, TRUE, type Truths, UNKNOWN } from './truth.ts';

type Values = Float64Array;
/** Whether a comparison holds at a bar; only asked where all values of that bar are known. */
type Holds = (bar: number) => boolean;

/**
 * The truth of a comparison at each bar; unknown where a value that it needs is NaN.
 * @param values - the operands in the order of the rule, of one length
 * @param n - the bars of a shape
 */
export function compare(op: Comparison['op'], values: readonly Values[], n: number): Truths {
  const [a, b, c] = [values[0] ?? NONE, values[1] ?? NONE, values[2] ?? NONE];
  switch (op) {
    case 'gt':
      return judged(values, 0, (bar) => at(a, bar) > at(b, bar));
    case 'gte':
      return judged(values, 0, (bar) => at(a, bar) >= at(b, bar));
    case 'lt':
      return judged(values, 0, (bar) => at(a, bar) < at(b, bar));
    case 'lte':
      return judged(values, 0, (bar) => at(a, bar) <= at(b, bar));
    case 'between':
      return judged(values, 0, (bar) => at(a, bar) >= at(b, bar) && at(a, bar) <= at(c, bar));
    case 'outside':
      return judged(values, 0, (bar) => at(a, bar) < at(b, bar) || at(a, bar) > at(c, bar));
    case 'crosses_above':
      return judged(values, 1, (bar) => at(a, bar - 1) <= at(b, bar - 1) && at(a, bar) > at(b, bar));
    case 'crosses_below':
      return judged(values, 1, (bar) => at(a, bar - 1) >= at(b, bar - 1) && at(a, bar) < at(b, bar));
    case 'rising':
      return judged(values, n, (bar) => isOneWay(a, { bar, n, way: 1 }));
    case 'falling':
      return judged(values, n, (bar) => isOneWay(a, { bar, n, way: -1 }));
    default:
      return unreachable(op);
  }
}

const NONE = new Float64Array(0);

const at = (values: Values, bar: number): number => values[bar] ?? Number.NaN;

/** @param back - how many bars before a bar the comparison reads */
function judged(values: readonly Values[], back: number, holds: Holds): Truths {
  const length = values[0]?.length ?? 0;
  const truths = new Uint8Array(length).fill(UNKNOWN);
  let known = 0; // How many bars in a row have all their values.
  for (let bar = 0; bar < length; bar += 1) {
    known = values.some((column) => Number.isNaN(at(column, bar))) ? 0 : known + 1;
    if (known > back) truths[bar] = holds(bar) ? TRUE : FALSE;
  }
  return truths;
}

/** Whether every one of the last `n` steps between bars goes this way. */
function isOneWay(values: Values, { bar, n, way }: { bar: number; n: number; way: number }): boolean {
  for (let step = 0; step < n; step += 1)
    if (way * (at(values, bar - step) - at(values, bar - step - 1)) <= 0) return false;
  return true;
}
