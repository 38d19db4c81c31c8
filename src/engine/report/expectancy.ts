import { CASH_PER_USDT, sum } from '#base/exact.ts';
import type { Metric } from './run-figures.ts';

/** Mean net result of a cycle in USDT; null without a cycle. */
export const expectancy: Metric = ({ results }) =>
  results.length === 0 ? null : sum(results) / results.length / CASH_PER_USDT;
