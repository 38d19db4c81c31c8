import type { Metric } from './run-figures.ts';

/** Share of cycles with a net result above zero; null without a cycle. */
export const winRate: Metric = ({ results }) =>
  results.length === 0 ? null : results.filter((result) => result > 0).length / results.length;
