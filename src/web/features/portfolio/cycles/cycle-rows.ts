import type { Reply } from '#contract/call.ts';
import type { getCycles } from '#contract/cycle.ts';

export type ListedCycle = Reply<typeof getCycles>['items'][number];

export const cycleFilters = ['all', 'open', 'take_profit', 'stop_loss', 'liquidation', 'other'] as const;
export type CycleFilter = (typeof cycleFilters)[number];

export const isOpenCycle = (cycle: ListedCycle): boolean => cycle.endDate === null;

/** The one filter, besides `all`, that a cycle belongs to. Trailing exits are take profits with another order. */
export function filterOf(cycle: ListedCycle): Exclude<CycleFilter, 'all'> {
  if (isOpenCycle(cycle)) return 'open';
  if (cycle.closeReason === 'take_profit' || cycle.closeReason === 'trailing') return 'take_profit';
  if (cycle.closeReason === 'stop_loss') return 'stop_loss';
  return cycle.closeReason === 'liquidation' ? 'liquidation' : 'other';
}

export function countsOf(cycles: readonly ListedCycle[]): Readonly<Record<CycleFilter, number>> {
  const counts = { all: cycles.length, open: 0, take_profit: 0, stop_loss: 0, liquidation: 0, other: 0 };
  for (const cycle of cycles) counts[filterOf(cycle)] += 1;
  return counts;
}

export interface CycleSelection {
  readonly filter: CycleFilter;
  /** UTC day `YYYY-MM-DD` on which it ended; null for every day. */
  readonly day: string | null;
  /** First UTC day of the period: ended cycles before it are left out; null for all. Open ones are in every period. */
  readonly since: string | null;
  readonly search: string;
}

/** The cycles of a selection, in the order given. */
export function selectCycles(cycles: readonly ListedCycle[], selection: CycleSelection): readonly ListedCycle[] {
  const search = selection.search.trim().toLowerCase();
  return cycles.filter(
    (cycle) =>
      (selection.filter === 'all' || filterOf(cycle) === selection.filter) &&
      (selection.since === null || cycle.endDate === null || cycle.endDate.slice(0, 10) >= selection.since) &&
      (selection.day === null || cycle.endDate?.slice(0, 10) === selection.day) &&
      (search === '' || `${cycle.symbol} ${cycle.botName} #${cycle.seq}`.toLowerCase().includes(search)),
  );
}
