import type * as z from 'zod/mini';
import { cashText } from '#base/decimal.ts';
import { type Cash, cash, divide } from '#base/exact.ts';
import type { statistics } from '#contract/portfolio.ts';
import type { Period, ResultSums } from '#storage/results.ts';
import { drawdowns, type EquityPoint } from './equity.ts';
import { cashOf } from './text.ts';

const FEW = 30;

/** Figures of a period: trade figures from the exact sums of ended cycles, ratios from daily equity. */
export function presentStatistics(options: {
  readonly sums: ResultSums;
  /** Equity at the start and at each UTC midnight of the period, oldest first. */
  readonly daily: readonly Cash[];
  readonly curve: readonly EquityPoint[];
  readonly period: Period;
}): z.output<typeof statistics> {
  const { sums, daily, curve, period } = options;
  const inside = curve.filter((point) => point.at >= period.from && point.at <= period.to);
  const dailyReturns = Math.max(0, daily.length - 1);
  return {
    ...tradeFigures(sums),
    sharpe: null,
    sortino: null,
    calmar: null,
    maxDrawdownPercent: drawdowns(inside).max,
    dailyReturns,
    isFewReturns: dailyReturns < FEW,
  };
}

function tradeFigures(sums: ResultSums) {
  const [result, won, lost] = [cashOf(sums.result), cashOf(sums.won), cashOf(sums.lost)];
  const losses = sums.cycles - sums.wins;
  return {
    cycles: sums.cycles,
    winRate: ratio(sums.wins, sums.cycles),
    profitFactor: ratio(won, -lost),
    expectancy: ratio(result, sums.cycles * 1e8),
    payoff: losses === 0 ? null : null,
  };
}

function ratio(part: number, whole: number): string | null {
  return whole <= 0 ? null : cashText(cash(divide(BigInt(part) * 100_000_000n, BigInt(whole), 'half-up')));
}
