import { cagr } from './cagr.ts';
import type { Metric } from './run-figures.ts';

/** CAGR / deepest drawdown; null when equity never fell. */
export const calmar: Metric = (figures) => {
  const [growth, depth] = [cagr(figures), figures.depth];
  return growth === null || depth === 0 ? null : growth / depth;
};
