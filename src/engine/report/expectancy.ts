import { add, CASH_PER_USDT } from '#base/exact.ts';
import type { Metric } from './run-figures.ts';

/** Mean net result of a cycle in USDT; null without a cycle. */
export const expectancy: Metric = ({ results: { cycles, won, lost } }) =>
  cycles === 0 ? null : add(won, lost) / cycles / CASH_PER_USDT;
