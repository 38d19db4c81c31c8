import { mean } from './daily-returns.ts';
import type { Metric } from './run-figures.ts';

/** Average win / average loss; null without a win or without a loss. */
export const payoff: Metric = ({ results }) => {
  const win = mean(results.filter((result) => result > 0));
  const loss = mean(results.filter((result) => result < 0));
  return win === null || loss === null ? null : win / -loss;
};
