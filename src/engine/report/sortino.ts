import { DAYS_PER_YEAR, dailyReturns, mean } from './daily-returns.ts';
import type { Metric } from './run-figures.ts';

/** µ / downside deviation · √365 of daily returns; null without a return below zero. */
export const sortino: Metric = ({ curve }) => {
  const returns = dailyReturns(curve);
  const average = mean(returns);
  const downside = downsideDeviation(returns);
  return average === null || downside === 0 ? null : (average / downside) * Math.sqrt(DAYS_PER_YEAR);
};

/** √(Σ min(r, 0)² / n): target zero, divided by all returns and not by the negative ones alone. */
export function downsideDeviation(returns: readonly number[]): number {
  if (returns.length === 0) return 0;
  return Math.sqrt(returns.reduce((total, value) => total + Math.min(value, 0) ** 2, 0) / returns.length);
}
