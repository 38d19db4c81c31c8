import type * as z from 'zod/mini';
import { trimDecimal } from '#base/decimal.ts';
import type { statistics } from '#contract/portfolio.ts';
import type { EquityPoint } from '#engine/report/equity-point.ts';
import { statisticsOf } from '#engine/report/metrics.ts';
import type { ResultTally } from '#engine/report/run-figures.ts';
import type { DeepestFall } from './deepest-fall.ts';

/**
 * Statistics of a period, by the formulas that reports of backtests use.
 * @param curve - equity at the start of the period, at every midnight in it and at its end, oldest first
 * @param fall - the deepest drawdown of the period by the hour
 * @param results - the cycles that ended in it, with the net result of the worst one
 */
export function presentStatistics(
  curve: readonly EquityPoint[],
  fall: DeepestFall,
  results: ResultTally & { readonly worst: string | null },
): z.output<typeof statistics> {
  const { values, dailyReturns, flags } = statisticsOf({ results, curve, depth: fall.depth });
  return {
    cycles: results.cycles,
    winRate: numberText(values.winRate),
    profitFactor: numberText(values.profitFactor),
    expectancy: numberText(values.expectancy),
    payoff: numberText(values.payoff),
    worstCycle: results.worst,
    sharpe: numberText(values.sharpe),
    sortino: numberText(values.sortino),
    calmar: numberText(values.calmar),
    maxDrawdownPercent: fall.percent,
    dailyReturns,
    isFewReturns: flags.includes('FEW_RETURNS'),
  };
}

const DECIMALS = 8;
/** A larger ratio means nothing, and JavaScript no longer prints it as a plain decimal. */
const SAYS_NOTHING = 1e12;

function numberText(value: number | null): string | null {
  if (value === null || !(Math.abs(value) < SAYS_NOTHING)) return null;
  return trimDecimal(value.toFixed(DECIMALS));
}
