import { valueAt } from './lines/frame.ts';

/** The first bar from `from` on at which some input is not known (NaN), or `end`. */
export function firstHole(inputs: readonly Float64Array[], from: number, end: number): number {
  let hole = end;
  for (const input of inputs) hole = holeIn(input, from, hole);
  return hole;
}

/** The first bar from `from` on at which every input is known, or `end`. */
export function firstKnown(inputs: readonly Float64Array[], from: number, end: number): number {
  let bar = from;
  while (bar < end && inputs.some((input) => Number.isNaN(valueAt(input, bar)))) bar += 1;
  return bar;
}

function holeIn(values: Float64Array, from: number, end: number): number {
  let bar = from;
  while (bar < end) {
    // A sum is unknown if one of its terms is: eight bars are looked at for the price of one branch.
    if (bar + 8 <= end && !Number.isNaN(sumOfEight(values, bar))) bar += 8;
    else if (Number.isNaN(valueAt(values, bar))) return bar;
    else bar += 1;
  }
  return end;
}

function sumOfEight(values: Float64Array, bar: number): number {
  let sum = valueAt(values, bar) + valueAt(values, bar + 1) + valueAt(values, bar + 2) + valueAt(values, bar + 3);
  sum += valueAt(values, bar + 4) + valueAt(values, bar + 5) + valueAt(values, bar + 6) + valueAt(values, bar + 7);
  return sum;
}
