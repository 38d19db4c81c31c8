import { sum, type Ticks } from '#base/exact.ts';
import { DAY_MS, type Instant, later } from '#base/time.ts';
import type { TrialFigures, TrialSkip, TrialTrigger } from '#ports/strategy-trials.ts';
import type { BotReport } from '../report/bot-report.ts';

const MONTH_DAYS = 30;

interface Told {
  readonly triggers: readonly TrialTrigger[];
  readonly report: Pick<BotReport, 'totals' | 'statistics' | 'equity' | 'results'>;
  /** The end of the trial. */
  readonly to: Instant;
  /** The last ones before the trial and in it. */
  readonly prices: { readonly first: Ticks; readonly last: Ticks };
}

/** The figures of a trial; results are of the cycles that ended, and shares of a trade's value at its entry. */
export function trialFigures({ triggers, report, to, prices }: Told): TrialFigures {
  const { totals, statistics, equity, results } = report;
  const shares = triggers.flatMap(({ cycle }) => (cycle === null || cycle.endAt === null ? [] : [cycle.resultShare]));
  const monthBegan = later(to, -MONTH_DAYS * DAY_MS);
  return {
    triggers: triggers.length,
    triggersOfMonth: triggers.filter(({ closedAt }) => closedAt > monthBegan).length,
    entered: triggers.filter(({ cycle }) => cycle !== null).length,
    skipped: skipCounts(triggers),
    cycles: results.length,
    result: sum(results),
    commission: totals.commission,
    funding: totals.funding,
    resultShareMean: shares.length === 0 ? null : shares.reduce((total, share) => total + share, 0) / shares.length,
    resultShareWorst: shares.length === 0 ? null : Math.min(...shares),
    winRate: statistics.values.winRate,
    payoff: statistics.values.payoff,
    drawdownShare: equity.drawdown?.depth ?? 0,
    holdingShare: prices.last / prices.first - 1,
  };
}

/** The most frequent first. */
function skipCounts(triggers: readonly TrialTrigger[]): TrialFigures['skipped'] {
  const counts = new Map<TrialSkip, number>();
  for (const { skippedBy } of triggers) if (skippedBy !== null) counts.set(skippedBy, (counts.get(skippedBy) ?? 0) + 1);
  return [...counts].map(([code, count]) => ({ code, count })).toSorted((one, other) => other.count - one.count);
}
