import { unreachable } from '#base/assert.ts';
import { valueAt } from '../indicators/lines/frame.ts';
import type { Comparison } from './rule.ts';
import { FALSE, notOf, TRUE, type Truths, UNKNOWN } from './truth.ts';

/** A value at each bar, or one value for all of them. */
type Values = Float64Array;

/**
 * The truth of a comparison at each bar; unknown where a value that it needs is NaN.
 * @param values - the operands in the order of the rule; one that is the same at every bar may have a single value
 * @param n - the bars of a shape
 * @param length - how many bars there are
 */
export function compare(
  op: Comparison['op'],
  values: readonly Values[],
  { n, length }: { readonly n: number; readonly length: number },
): Truths {
  const [a, b, c] = [values[0] ?? NONE, values[1] ?? NONE, values[2] ?? NONE];
  switch (op) {
    case 'gt':
      return above(a, b, length);
    case 'gte':
      return notOf(above(b, a, length));
    case 'lt':
      return above(b, a, length);
    case 'lte':
      return notOf(above(a, b, length));
    case 'between':
      return within([a, b, c], length);
    case 'outside':
      return notOf(within([a, b, c], length));
    case 'crosses_above':
      return crosses(a, b, length);
    case 'crosses_below':
      return crosses(b, a, length);
    case 'rising':
      return stepsUp(a, { n, length });
    case 'falling':
      return stepsUp(
        a.map((value) => -value),
        { n, length },
      );
    default:
      return unreachable(op);
  }
}

const NONE = new Float64Array(0);

/** 0 where one value stands for all bars. */
function stepOf(values: Values): number {
  return values.length === 1 ? 0 : 1;
}

/** Every comparison with NaN is false, so a bar at which neither side of a question holds is unknown. */
function above(a: Values, b: Values, length: number): Truths {
  const truths = new Uint8Array(length);
  const [stepA, stepB] = [stepOf(a), stepOf(b)];
  for (let bar = 0; bar < length; bar += 1) {
    const one = valueAt(a, bar * stepA);
    const other = valueAt(b, bar * stepB);
    truths[bar] = one > other ? TRUE : one <= other ? FALSE : UNKNOWN;
  }
  return truths;
}

function within([a, low, high]: readonly [Values, Values, Values], length: number): Truths {
  const truths = new Uint8Array(length);
  const [step, stepLow, stepHigh] = [stepOf(a), stepOf(low), stepOf(high)];
  for (let bar = 0; bar < length; bar += 1) {
    const [value, least, most] = [valueAt(a, bar * step), valueAt(low, bar * stepLow), valueAt(high, bar * stepHigh)];
    if (Number.isNaN(value) || Number.isNaN(least) || Number.isNaN(most)) truths[bar] = UNKNOWN;
    else truths[bar] = value >= least && value <= most ? TRUE : FALSE;
  }
  return truths;
}

function crosses(a: Values, b: Values, length: number): Truths {
  const truths = above(a, b, length);
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
function stepsUp(values: Values, { n, length }: { readonly n: number; readonly length: number }): Truths {
  const truths = new Uint8Array(length).fill(UNKNOWN);
  const step = stepOf(values);
  // How many bars in a row are known, and how many steps in a row went up.
  let [known, up] = [0, 0];
  for (let bar = 0; bar < truths.length; bar += 1) {
    const value = valueAt(values, bar * step);
    known = Number.isNaN(value) ? 0 : known + 1;
    up = known > 1 && value > valueAt(values, (bar - 1) * step) ? up + 1 : 0;
    if (known > n) truths[bar] = up >= n ? TRUE : FALSE;
  }
  return truths;
}
