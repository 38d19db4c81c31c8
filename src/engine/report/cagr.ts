import { DAY_MS } from '#base/time.ts';
import { DAYS_PER_YEAR } from './daily-returns.ts';
import type { Metric } from './run-figures.ts';

/**
 * Compound annual growth, (eq_n / eq_0)^(1 / years) − 1 from the first point to the last, parts of days included:
 * years = elapsed time / 365 days. Null without elapsed time or when equity is not above zero.
 */
export const cagr: Metric = ({ curve }) => {
  const [first, last] = [curve[0], curve.at(-1)];
  if (first === undefined || last === undefined || first.equity <= 0 || last.equity < 0) return null;
  const days = (last.at - first.at) / DAY_MS;
  return days <= 0 ? null : (last.equity / first.equity) ** (DAYS_PER_YEAR / days) - 1;
};
