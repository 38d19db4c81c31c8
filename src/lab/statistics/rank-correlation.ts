import { at } from '#base/assert.ts';

/** Spearman's rank correlation of pairs, equal values with the mean of their ranks; null below three or without spread. */
export function rankCorrelation(pairs: readonly (readonly [number, number])[]): number | null {
  if (pairs.length < 3) return null;
  const [first, second] = [ranks(pairs.map(([one]) => one)), ranks(pairs.map(([, other]) => other))];
  const middle = (pairs.length + 1) / 2;
  let [product, one, other] = [0, 0, 0];
  for (const [index, rank] of first.entries()) {
    const [left, right] = [rank - middle, at(second, index) - middle];
    product += left * right;
    one += left * left;
    other += right * right;
  }
  return one === 0 || other === 0 ? null : product / Math.sqrt(one * other);
}

function ranks(values: readonly number[]): readonly number[] {
  const order = values.map((value, index) => ({ value, index })).toSorted((one, other) => one.value - other.value);
  const found = values.map(() => 0);
  for (let from = 0; from < order.length; ) {
    let to = from;
    while (to < order.length && at(order, to).value === at(order, from).value) to += 1;
    for (const { index } of order.slice(from, to)) found[index] = (from + 1 + to) / 2;
    from = to;
  }
  return found;
}
