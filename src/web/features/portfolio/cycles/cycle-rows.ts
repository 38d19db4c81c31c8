import { searchedText } from '#base/typed/typed-text.ts';
import type { Reply } from '#contract/call.ts';
import type { getCycleCounts, getCycles } from '#contract/cycle.ts';
import { CYCLE_GROUPS } from '#engine/model/cycle.ts';

export type ListedCycle = Reply<typeof getCycles>['items'][number];
type CyclePage = Pick<Reply<typeof getCycles>, 'items' | 'cursor'>;

export const cycleFilters = ['all', ...CYCLE_GROUPS] as const;
export type CycleFilter = (typeof cycleFilters)[number];

export const isOpenCycle = (cycle: ListedCycle): boolean => cycle.endDate === null;

/** How many cycles each filter finds. */
export function filterCounts(counts: Reply<typeof getCycleCounts>): Readonly<Record<CycleFilter, number>> {
  const { open, takeProfit, stopLoss, exitSignal, liquidation, other } = counts;
  const all = open + takeProfit + stopLoss + exitSignal + liquidation + other;
  return { all, open, take_profit: takeProfit, stop_loss: stopLoss, exit_signal: exitSignal, liquidation, other };
}

/** Whether a search names a cycle; the server searches the same text in the same way. @param search - trimmed, not empty */
export function isFound({ symbol, botName, seq }: ListedCycle, search: string): boolean {
  return searchedText(`${symbol} ${botName} #${seq}`).includes(searchedText(search));
}

/**
 * Loaded pages, newest first, under the newest rows of now. An open cycle of the pages that those no longer name has
 * ended. Null when so much has ended since that rows between both are missing.
 */
export function withNewest(loaded: readonly ListedCycle[], newest: CyclePage): readonly ListedCycle[] | null {
  const ids = new Set(newest.items.map(({ cycleId }) => cycleId));
  const isJoined = newest.cursor === null || loaded.some((cycle) => !isOpenCycle(cycle) && ids.has(cycle.cycleId));
  const last = newest.items.at(-1);
  // Only a page that ends among open cycles may leave some of them out.
  const mayOmitOpen = newest.cursor !== null && last !== undefined && isOpenCycle(last);
  if (!(isJoined || mayOmitOpen)) return null;
  const older = loaded.filter((cycle) => !ids.has(cycle.cycleId) && (mayOmitOpen || !isOpenCycle(cycle)));
  return [...newest.items, ...older];
}
