/** A label may differ from its mark by this share of the distance between two marks. */
const ROUNDING_SHARE = 0.05;

/**
 * Labels of an axis with as many decimals as tell each mark where it stands: "−0.5", not "−1", and neighbours apart.
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
  if (from < upTo && isRounded(prices, from)) return axisLabels(prices, write, [from + 1, upTo]);
  return labels.map((label, index) => (index > 0 && label === labels[index - 1] ? '' : label));
}

/** Whether so many decimals would tell a mark at another place. */
function isRounded(prices: readonly number[], decimals: number): boolean {
  const gaps = prices.slice(1).map((price, index) => Math.abs(price - (prices[index] ?? price)));
  const allowed = ROUNDING_SHARE * Math.min(...gaps, ...(gaps.length === 0 ? prices.map(Math.abs) : []));
  return prices.some((price) => Math.abs(price - Number(price.toFixed(decimals))) > allowed);
}
