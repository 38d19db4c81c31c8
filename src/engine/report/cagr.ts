import { DAY_MS } from '#base/time.ts';
import { DAYS_PER_YEAR } from './daily-returns.ts';
import type { Metric } from './run-figures.ts';

/** Compound growth a year, (eq_n / eq_0)^(365 / days) − 1; null below one day or from an equity not above zero. */
export const cagr: Metric = ({ daily }) => {
  const [first, last] = [daily[0], daily.at(-1)];
  if (first === undefined || last === undefined || first.equity <= 0 || last.equity < 0) return null;
  const days = (last.at - first.at) / DAY_MS;
  return days <= 0 ? null : (last.equity / first.equity) ** (DAYS_PER_YEAR / days) - 1;
};
