/** How a coin goes with the market. */
export interface Beta {
  /** Percent that the coin has moved for each percent of the market; null where the market has not moved. */
  readonly slope: number | null;
  /** Returns that both have. */
  readonly returns: number;
}

/**
 * The beta of a coin: covariance of its returns with the market's over the variance of the market's, which is the slope
 * of the least-squares line through both.
 * @param own - closes of equal distance, oldest first; null where one is missing
 * @param market - as many closes of the market at the same times
 */
export function betaOf(own: readonly (number | null)[], market: readonly (number | null)[]): Beta {
  const marketReturns = returnsOf(market);
  const pairs = returnsOf(own).flatMap((x, index) => {
    const y = marketReturns[index] ?? null;
    return x === null || y === null ? [] : [{ x, y }];
  });
  const meanX = mean(pairs.map(({ x }) => x));
  const meanY = mean(pairs.map(({ y }) => y));
  let [both, squares] = [0, 0];
  for (const { x, y } of pairs) {
    both += (x - meanX) * (y - meanY);
    squares += (y - meanY) ** 2;
  }
  return { slope: squares === 0 ? null : both / squares, returns: pairs.length };
}

function returnsOf(closes: readonly (number | null)[]): readonly (number | null)[] {
  return closes.slice(1).map((close, index) => {
    const before = closes[index] ?? null;
    return close === null || before === null || before === 0 ? null : close / before - 1;
  });
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((total, value) => total + value, 0) / values.length;
}
