import { cagr } from './cagr.ts';
import { calmar } from './calmar.ts';
import { dailyReturns, RETURNS_ENOUGH } from './daily-returns.ts';
import { expectancy } from './expectancy.ts';
import { payoff } from './payoff.ts';
import { profitFactor } from './profit-factor.ts';
import type { Metric, RunFigures } from './run-figures.ts';
import { sharpe } from './sharpe.ts';
import { sortino } from './sortino.ts';
import { winRate } from './win-rate.ts';

/** Statistics of the cycles that ended. To add one: its file, its test, a line here. */
const cycleMetrics = { winRate, profitFactor, expectancy, payoff } as const satisfies Record<string, Metric>;

/** Ratios of the equity curve, which need at least 30 daily returns. */
const curveMetrics = { cagr, sharpe, sortino, calmar } as const satisfies Record<string, Metric>;

export type MetricName = keyof typeof cycleMetrics | keyof typeof curveMetrics;

export interface RunStatistics {
  readonly values: Readonly<Record<MetricName, number | null>>;
  readonly dailyReturns: number;
  /** `FEW_RETURNS`: fewer than 30 daily returns, so the ratios of the curve are null. */
  readonly flags: readonly 'FEW_RETURNS'[];
}

/** All metrics of a run: fractions, not percents; USDT for the expectancy. */
export function statisticsOf(figures: RunFigures): RunStatistics {
  const count = dailyReturns(figures.curve).length;
  const isFew = count < RETURNS_ENOUGH;
  return {
    values: {
      ...valuesOf(cycleMetrics, (metric) => metric(figures)),
      ...valuesOf(curveMetrics, (metric) => (isFew ? null : metric(figures))),
    },
    dailyReturns: count,
    flags: isFew ? ['FEW_RETURNS'] : [],
  };
}

function valuesOf<Name extends string>(
  metrics: Readonly<Record<Name, Metric>>,
  value: (metric: Metric) => number | null,
): Record<Name, number | null> {
  const names = Object.keys(metrics) as Name[]; // The keys of a constant object are exactly its names.
  const entries = names.map((name) => [name, value(metrics[name])] as const);
  return Object.fromEntries(entries) as Record<Name, number | null>; // Every name has a value.
}
