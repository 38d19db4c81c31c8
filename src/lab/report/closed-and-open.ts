import { type Cash, subtract } from '#base/exact.ts';
import { type BotReport, type CostSums, sumsOf } from './bot-report.ts';

/** The result of a run in two parts. */
export interface ClosedAndOpen {
  /** Sums of the cycles that ended. */
  readonly closed: CostSums;
  /** The result of cycles open at the end, realised, costs and unrealised: the total less that of the ended cycles. */
  readonly open: Cash;
  /** Equity at the end less equity at the start. */
  readonly result: Cash;
}

export function closedAndOpen({ totals, cycles }: Pick<BotReport, 'totals' | 'cycles'>): ClosedAndOpen {
  const closed = sumsOf(cycles.filter(({ cycle }) => cycle.endAt !== null));
  const result = subtract(totals.equityAtEnd, totals.equityAtStart);
  return { closed, open: subtract(result, closed.result), result };
}
