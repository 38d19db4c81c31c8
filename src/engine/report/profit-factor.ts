import { sum } from '#base/exact.ts';
import type { Metric } from './run-figures.ts';

/** Σ wins / |Σ losses|; null without a loss. */
export const profitFactor: Metric = ({ results }) => {
  const losses = sum(results.filter((result) => result < 0));
  return losses === 0 ? null : sum(results.filter((result) => result > 0)) / -losses;
};
