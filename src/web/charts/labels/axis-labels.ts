/**
 * Labels of an axis with as many decimals as keep neighbours apart: "10,000.2" and "10,000.4", not "10,000" twice.
 * A label that is still the same as the one before it is left out.
 * @param prices values of the marks, in order
 * @param write a value with so many decimals as text
 * @param decimals to begin and to end with
 */
export function axisLabels(
  prices: readonly number[],
  write: (price: number, decimals: number) => string,
  decimals: readonly [from: number, upTo: number],
): string[] {
  const [from, upTo] = decimals;
  const labels = prices.map((price) => write(price, from));
  if (new Set(labels).size < labels.length && from < upTo) return axisLabels(prices, write, [from + 1, upTo]);
  return labels.map((label, index) => (index > 0 && label === labels[index - 1] ? '' : label));
}
