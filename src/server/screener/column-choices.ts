import type { Reply } from '#contract/call.ts';
import { QUERY_TEXT_LENGTH_MAX } from '#contract/limits.ts';
import type { getFutures, ScreenerColumnKey } from '#contract/screener/get-futures.ts';
import { filterValuesOf } from './cell.ts';
import type { ScreenedRow } from './screened-row.ts';

/** As many values as one list can be looked through; an exchange has fewer sectors and CoinMarketCap some hundred tags. */
const CHOICES_MAX = 300;

/** The values that a column has on all contracts, those of most contracts first; a text too long for a filter is left out. */
export function columnChoices(
  all: readonly ScreenedRow[],
  column: ScreenerColumnKey,
): Reply<typeof getFutures>['choices'] {
  const counts = new Map<string, number>();
  for (const { cells } of all) {
    for (const value of filterValuesOf(cells[column])) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .filter(([value]) => value.length <= QUERY_TEXT_LENGTH_MAX)
    .toSorted(([one, few], [other, many]) => many - few || (one < other ? -1 : 1))
    .slice(0, CHOICES_MAX)
    .map(([value, count]) => ({ value, count }));
}
