import { cashText, formatDecimal } from '#base/decimal.ts';
import { multiplyDivide, sum } from '#base/exact.ts';
import type { Reply } from '#contract/call.ts';
import type { getPortfolioBreakdown } from '#contract/risk/breakdown.ts';
import type { PartSums } from '#storage/roll-ups/portfolio-parts.ts';
import { cashOf } from '../../http/text.ts';

type StepUse = Reply<typeof getPortfolioBreakdown>['steps'][number];
type StepSums = Pick<PartSums, 'value' | 'cycles' | 'wins' | 'result'>;

/**
 * How often each step was reached, from sums by `<filled>/<all>` steps. A deal by hand counts as no step, and so does an entry
 * that was cancelled, though what it cost is in the results.
 */
export function stepUses(parts: readonly StepSums[]): StepUse[] {
  const groups = parts.map(({ value, ...sums }) => {
    const [filled = 0, all = 0] = value.split('/').map(Number);
    return { filled, all, ...sums };
  });
  if (groups.every(({ cycles }) => cycles === 0)) return [];
  const last = Math.max(...groups.map(({ all }) => all));
  return Array.from({ length: last + 1 }, (_, step) => {
    const had = countOf(groups.filter(({ all }) => all >= step));
    const reached = countOf(groups.filter(({ filled }) => filled >= step));
    const ended = groups.filter(({ filled }) => filled === step);
    return {
      step,
      had,
      reached,
      reachedPercent: formatDecimal(multiplyDivide(reached, 10_000, Math.max(1, had), 'half-up'), 2),
      cycles: countOf(ended),
      wins: ended.reduce((count, { wins }) => count + wins, 0),
      result: cashText(sum(ended.map(({ result }) => cashOf(result)))),
    };
  });
}

function countOf(groups: readonly { readonly cycles: number }[]): number {
  return groups.reduce((count, { cycles }) => count + cycles, 0);
}
