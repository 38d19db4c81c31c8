import { DAYS_PER_YEAR, dailyReturns, mean } from './daily-returns.ts';
import type { Metric } from './run-figures.ts';

/** µ / σ · √365 of daily returns, σ with n − 1; null below two returns or without any spread. */
export const sharpe: Metric = ({ curve }) => {
  const returns = dailyReturns(curve);
  const average = mean(returns);
  const deviation = sampleDeviation(returns);
  return average === null || deviation === null || deviation === 0
    ? null
    : (average / deviation) * Math.sqrt(DAYS_PER_YEAR);
};

/** Standard deviation of a sample (n − 1); null below two values. */
export function sampleDeviation(values: readonly number[]): number | null {
  const average = mean(values);
  if (average === null || values.length < 2) return null;
  const squares = values.reduce((total, value) => total + (value - average) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}
