import { unreachable } from '#base/assert.ts';
import { lowerEdge, upperEdge } from '#base/equal-share.ts';
import { valueAt } from '../indicators/lines/frame.ts';
import type { Stretch } from '../model/history.ts';
import type { Runs } from './columns/runs.ts';
import type { Comparison } from './rule.ts';
import { FALSE, TRUE, type Truths, UNKNOWN } from './truth.ts';

/** A value at each bar, or one value for all of them. */
type Values = Float64Array;

interface Compared {
  /** The bars of a shape. */
  readonly n: number;
  /** Which bars are compared. */
  readonly runs: Runs;
  /** The truth of each bar; all false before. */
  readonly truths: Truths;
}

/**
 * The truth of a comparison at each bar; unknown where a value that it needs is NaN, or lies before its run of bars; false outside
 * of the runs.
 * @param values - the operands in the order of the rule; one that is the same at every bar may have a single value
 */
export function compare(op: Comparison['op'], values: readonly Values[], { n, runs, truths }: Compared): Truths {
  const judge = judgeOf(op, values, n);
  for (let place = 0; place < runs.length; place += 2) judge(runs[place] ?? 0, runs[place + 1] ?? 0, truths);
  return truths;
}

/** Writes the truths of the bars [from, to). */
type Judge = (from: number, to: number, into: Truths) => void;

function judgeOf(op: Comparison['op'], values: readonly Values[], n: number): Judge {
  const [a, b, c] = [values[0] ?? NONE, values[1] ?? NONE, values[2] ?? NONE];
  switch (op) {
    case 'gt':
      return beyond(a, b, 1);
    case 'gte':
      return reaches(a, b, 1);
    case 'lt':
      return beyond(a, b, -1);
    case 'lte':
      return reaches(a, b, -1);
    case 'between':
      return within([a, b, c], TRUE);
    case 'outside':
      return within([a, b, c], FALSE);
    case 'crosses_above':
      return crosses(a, b, 1);
    case 'crosses_below':
      return crosses(a, b, -1);
    case 'rising':
      return steps(a, n, 1);
    case 'falling':
      return steps(a, n, -1);
    default:
      return unreachable(op);
  }
}

const NONE = new Float64Array(0);

/** Of a bar's index, so that one value may stand for all bars. A mask: a product would cost as much as the comparison. */
function maskOf(values: Values): number {
  return values.length === 1 ? 0 : -1;
}

/** Whether values are asked to lie above others, or for −1 below them: all are then negated. */
type Sign = 1 | -1;

/**
 * Values that are equal but for rounding are equal in every comparison: the second one has the edges (`equal-share.ts`). Every
 * comparison with NaN is false, so a bar at which neither side of a question holds is unknown. Where it is false nothing is
 * written: so it was before.
 */
function beyond(a: Values, b: Values, sign: Sign): Judge {
  if (isLine(a, b)) {
    const line = upperEdge(sign * valueAt(b, 0));
    return (from, to, into) => beyondLine({ values: a, sign, line }, { from, to }, into);
  }
  const [maskA, maskB] = [maskOf(a), maskOf(b)];
  return (from, to, into) => {
    for (let bar = from; bar < to; bar += 1) {
      const one = sign * valueAt(a, bar & maskA);
      const edge = upperEdge(sign * valueAt(b, bar & maskB));
      if (!(one <= edge)) into[bar] = one > edge ? TRUE : UNKNOWN;
    }
  };
}

function reaches(a: Values, b: Values, sign: Sign): Judge {
  if (isLine(a, b)) {
    const line = lowerEdge(sign * valueAt(b, 0));
    return (from, to, into) => reachesLine({ values: a, sign, line }, { from, to }, into);
  }
  const [maskA, maskB] = [maskOf(a), maskOf(b)];
  return (from, to, into) => {
    for (let bar = from; bar < to; bar += 1) {
      const one = sign * valueAt(a, bar & maskA);
      const edge = lowerEdge(sign * valueAt(b, bar & maskB));
      if (!(one < edge)) into[bar] = one >= edge ? TRUE : UNKNOWN;
    }
  };
}

/** A column beside a number: the loops of these take less than half as long as those of two columns. */
function isLine(a: Values, b: Values): boolean {
  return a.length > 1 && b.length === 1;
}

interface Lined {
  readonly values: Values;
  readonly sign: Sign;
  /** The edge of the number, with the sign. */
  readonly line: number;
}

function beyondLine({ values, sign, line }: Lined, { from, to }: Stretch, into: Truths): void {
  for (let bar = from; bar < to; bar += 1) {
    const value = sign * valueAt(values, bar);
    if (!(value <= line)) into[bar] = value > line ? TRUE : UNKNOWN;
  }
}

function reachesLine({ values, sign, line }: Lined, { from, to }: Stretch, into: Truths): void {
  for (let bar = from; bar < to; bar += 1) {
    const value = sign * valueAt(values, bar);
    if (!(value < line)) into[bar] = value >= line ? TRUE : UNKNOWN;
  }
}

function within([a, low, high]: readonly [Values, Values, Values], yes: number): Judge {
  const [mask, maskLow, maskHigh] = [maskOf(a), maskOf(low), maskOf(high)];
  return (from, to, into) => {
    for (let bar = from; bar < to; bar += 1) {
      const [value, least, most] = [valueAt(a, bar & mask), valueAt(low, bar & maskLow), valueAt(high, bar & maskHigh)];
      if (Number.isNaN(value) || Number.isNaN(least) || Number.isNaN(most)) into[bar] = UNKNOWN;
      else into[bar] = value >= lowerEdge(least) && value <= upperEdge(most) ? yes : TRUE - yes;
    }
  };
}

/** The truth of a crossing, by that of being above at the bar before, times three, and at this one. */
const CROSSED = Uint8Array.of(FALSE, UNKNOWN, TRUE, UNKNOWN, UNKNOWN, UNKNOWN, FALSE, UNKNOWN, FALSE);

function crosses(a: Values, b: Values, sign: Sign): Judge {
  if (isLine(a, b)) {
    const line = upperEdge(sign * valueAt(b, 0));
    return (from, to, into) => crossesLine({ values: a, sign, line }, { from, to }, into);
  }
  const [maskA, maskB] = [maskOf(a), maskOf(b)];
  return (from, to, into) => {
    let before = UNKNOWN;
    for (let bar = from; bar < to; bar += 1) {
      const one = sign * valueAt(a, bar & maskA);
      const edge = upperEdge(sign * valueAt(b, bar & maskB));
      const now = UNKNOWN + Number(one > edge) - Number(one <= edge);
      into[bar] = CROSSED[before * 3 + now] as number; // Both are truths.
      before = now;
    }
  };
}

/** While a value stays on its side of the line nothing crosses, and nothing is written. */
function crossesLine({ values, sign, line }: Lined, { from, to }: Stretch, into: Truths): void {
  let before = UNKNOWN;
  for (let bar = from; bar < to; bar += 1) {
    if (before === TRUE) while (bar < to && sign * valueAt(values, bar) > line) bar += 1;
    else if (before === FALSE) while (bar < to && sign * valueAt(values, bar) <= line) bar += 1;
    if (bar >= to) return;
    const value = sign * valueAt(values, bar);
    const now = UNKNOWN + Number(value > line) - Number(value <= line);
    into[bar] = CROSSED[before * 3 + now] as number; // As above.
    before = now;
  }
}

/** Whether every one of the last `n` steps between bars goes up, or for −1 down. */
function steps(values: Values, n: number, sign: Sign): Judge {
  const mask = maskOf(values);
  return (from, to, into) => {
    // How many bars in a row are known, and how many steps in a row went that way.
    let [known, gone] = [0, 0];
    for (let bar = from; bar < to; bar += 1) {
      const value = sign * valueAt(values, bar & mask);
      known = Number.isNaN(value) ? 0 : known + 1;
      gone = known > 1 && value > upperEdge(sign * valueAt(values, (bar - 1) & mask)) ? gone + 1 : 0;
      into[bar] = known <= n ? UNKNOWN : gone >= n ? TRUE : FALSE;
    }
  };
}
