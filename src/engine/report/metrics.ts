import { cagr } from './cagr.ts';
import { calmar } from './calmar.ts';
import { dailyReturns, RETURNS_ENOUGH } from './daily-returns.ts';
import { drawdownDuration, drawdownRecovery, maxDrawdown } from './drawdown.ts';
import { expectancy } from './expectancy.ts';
import { payoff } from './payoff.ts';
import { profitFactor } from './profit-factor.ts';
import type { Metric, RunFigures } from './run-figures.ts';
import { sharpe } from './sharpe.ts';
import { sortino } from './sortino.ts';
import { winRate } from './win-rate.ts';

/** Every metric by its name. To add one: its file, its test, a line here. */
export const metrics = {
  winRate,
  profitFactor,
  expectancy,
  payoff,
  cagr,
  sharpe,
  sortino,
  calmar,
  maxDrawdown,
  drawdownDuration,
  drawdownRecovery,
} as const satisfies Record<string, Metric>;

export type MetricName = keyof typeof metrics;

export interface RunStatistics {
  readonly values: Readonly<Record<MetricName, number | null>>;
  readonly dailyReturns: number;
  /** `FEW_RETURNS`: computed, but from fewer than 30 daily returns. */
  readonly flags: readonly 'FEW_RETURNS'[];
}

/** All metrics of a run: fractions, not percents; USDT for the expectancy, milliseconds for durations. */
export function statisticsOf(figures: RunFigures): RunStatistics {
  const names = Object.keys(metrics) as MetricName[]; // The keys of a constant object are exactly its names.
  const values = Object.fromEntries(names.map((name) => [name, metrics[name](figures)]));
  const count = dailyReturns(figures.daily).length;
  return {
    values: values as RunStatistics['values'], // One value was just made for every name.
    dailyReturns: count,
    flags: count < RETURNS_ENOUGH ? ['FEW_RETURNS'] : [],
  };
}
