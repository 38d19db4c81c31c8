import { cagr } from './cagr.ts';
import { maxDrawdown } from './drawdown.ts';
import type { Metric } from './run-figures.ts';

/** CAGR / deepest drawdown; null where equity never fell. */
export const calmar: Metric = (figures) => {
  const [growth, depth] = [cagr(figures), maxDrawdown(figures)];
  return growth === null || depth === null || depth === 0 ? null : growth / depth;
};
