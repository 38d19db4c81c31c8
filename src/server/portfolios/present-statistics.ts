import type * as z from 'zod/mini';
import { trimDecimal } from '#base/decimal.ts';
import type { Cash } from '#base/exact.ts';
import type { statistics } from '#contract/portfolio.ts';
import { deepestDrawdown } from '#engine/report/drawdown.ts';
import type { EquityPoint } from '#engine/report/equity-point.ts';
import { statisticsOf } from '#engine/report/metrics.ts';
import { drawdowns } from './equity.ts';

/**
 * Figures of a period by the engine's own metrics.
 * @param points - the curve of the period, midnights among them, oldest first
 * @param results - net results of the cycles that ended in it, in the order they ended
 */
export function presentStatistics(
  points: readonly EquityPoint[],
  results: readonly Cash[],
): z.output<typeof statistics> {
  const drawdown = deepestDrawdown(points);
  const { values, dailyReturns, flags } = statisticsOf({ results, curve: points, drawdown });
  return {
    cycles: results.length,
    winRate: numberText(values.winRate),
    profitFactor: numberText(values.profitFactor),
    expectancy: numberText(values.expectancy),
    payoff: numberText(values.payoff),
    sharpe: numberText(values.sharpe),
    sortino: numberText(values.sortino),
    calmar: numberText(values.calmar),
    maxDrawdownPercent: drawdowns(points).max,
    dailyReturns,
    isFewReturns: flags.includes('FEW_RETURNS'),
  };
}

const DECIMALS = 8;
/** Beyond this a ratio of few returns says nothing, and its digits are no decimal any more. */
const SAYS_NOTHING = 1e12;

function numberText(value: number | null): string | null {
  if (value === null || !(Math.abs(value) < SAYS_NOTHING)) return null;
  return trimDecimal(value.toFixed(DECIMALS));
}
