import { cashText } from '#base/decimal.ts';
import { AppError } from '#base/errors.ts';
import { cash } from '#base/exact.ts';
import type { Reply } from '#contract/call.ts';
import type { getTestMonteCarlo } from '#contract/tests/test-report.ts';
import { percentDecimal } from '../points/point-figures.ts';
import { endedCycles } from '../points/report-curve.ts';
import { monteCarlo, type Quantiles } from '../statistics/monte-carlo.ts';
import type { MadeReport } from './kept-reports.ts';

/** The cycles of a report in other orders. @throws AppError CYCLES_MISSING */
export function resampled(
  { report, ground }: Pick<MadeReport, 'report' | 'ground'>,
  { seed, draws }: { readonly seed: number; readonly draws: number },
): Reply<typeof getTestMonteCarlo> {
  const results = endedCycles(report).map(({ result }) => result);
  if (results.length === 0) throw new AppError('CYCLES_MISSING', 'No cycle has ended.');
  const found = monteCarlo(results, { start: ground.task.wallet, seed, draws });
  return {
    ...{ seed, draws, cycles: results.length },
    bands: found.bands.map(({ cycle, quantiles, actual }) => {
      const [low, lowerQuarter, middle, upperQuarter, high] = quantiles;
      return {
        cycle,
        low: amount(low),
        lowerQuarter: amount(lowerQuarter),
        middle: amount(middle),
        upperQuarter: amount(upperQuarter),
        high: amount(high),
        actual: amount(actual),
      };
    }),
    equityEnd: spreadOf(found.equityEnd, amount),
    maxDrawdownPercent: spreadOf(found.maxDrawdown, (share) => percentDecimal(share) ?? '0'),
    lossPercent: percentDecimal(found.lossShare) ?? '0',
  };
}

function amount(value: number): string {
  return cashText(cash(value));
}

function spreadOf([low, , middle, , high]: Quantiles, text: (value: number) => string) {
  return { low: text(low), middle: text(middle), high: text(high) };
}
