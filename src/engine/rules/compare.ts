import { unreachable } from '#base/assert.ts';
import { valueAt } from '../indicators/lines/frame.ts';
import type { Comparison } from './rule.ts';
import { FALSE, notOf, TRUE, type Truths, UNKNOWN } from './truth.ts';

type Values = Float64Array;

/**
 * The truth of a comparison at each bar; unknown where a value that it needs is NaN.
 * @param values - the operands in the order of the rule, of one length
 * @param n - the bars of a shape
 */
export function compare(op: Comparison['op'], values: readonly Values[], n: number): Truths {
  const [a, b, c] = [values[0] ?? NONE, values[1] ?? NONE, values[2] ?? NONE];
  switch (op) {
    case 'gt':
      return above(a, b);
    case 'gte':
      return notOf(above(b, a));
    case 'lt':
      return above(b, a);
    case 'lte':
      return notOf(above(a, b));
    case 'between':
      return within(a, b, c);
    case 'outside':
      return notOf(within(a, b, c));
    case 'crosses_above':
      return crosses(a, b);
    case 'crosses_below':
      return crosses(b, a);
    case 'rising':
      return stepsUp(a, n);
    case 'falling':
      return stepsUp(
        a.map((value) => -value),
        n,
      );
    default:
      return unreachable(op);
  }
}

const NONE = new Float64Array(0);

/** Every comparison with NaN is false, so a bar at which neither side of a question holds is unknown. */
function above(a: Values, b: Values): Truths {
  const truths = new Uint8Array(a.length);
  for (let bar = 0; bar < truths.length; bar += 1) {
    const [one, other] = [valueAt(a, bar), valueAt(b, bar)];
    truths[bar] = one > other ? TRUE : one <= other ? FALSE : UNKNOWN;
  }
  return truths;
}

function within(a: Values, low: Values, high: Values): Truths {
  const truths = new Uint8Array(a.length);
  for (let bar = 0; bar < truths.length; bar += 1) {
    const [value, least, most] = [valueAt(a, bar), valueAt(low, bar), valueAt(high, bar)];
    if (Number.isNaN(value) || Number.isNaN(least) || Number.isNaN(most)) truths[bar] = UNKNOWN;
    else truths[bar] = value >= least && value <= most ? TRUE : FALSE;
  }
  return truths;
}

function crosses(a: Values, b: Values): Truths {
  const truths = above(a, b);
  let before = UNKNOWN;
  for (let bar = 0; bar < truths.length; bar += 1) {
    const now = truths[bar] ?? UNKNOWN;
    if (before === UNKNOWN || now === UNKNOWN) truths[bar] = UNKNOWN;
    else truths[bar] = before === FALSE && now === TRUE ? TRUE : FALSE;
    before = now;
  }
  return truths;
}

/** Whether every one of the last `n` steps between bars goes up. */
function stepsUp(values: Values, n: number): Truths {
  const truths = new Uint8Array(values.length).fill(UNKNOWN);
  // How many bars in a row are known, and how many steps in a row went up.
  let [known, up] = [0, 0];
  for (let bar = 0; bar < truths.length; bar += 1) {
    const value = valueAt(values, bar);
    known = Number.isNaN(value) ? 0 : known + 1;
    up = known > 1 && value > valueAt(values, bar - 1) ? up + 1 : 0;
    if (known > n) truths[bar] = up >= n ? TRUE : FALSE;
  }
  return truths;
}
