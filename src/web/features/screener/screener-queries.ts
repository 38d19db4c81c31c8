import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Reply } from '#contract/call.ts';
import { columnNameOf, getFutures, type ScreenerColumnKey } from '#contract/screener/get-futures.ts';
import { api } from '#web/api/api.ts';
import type { ScreenerFilter } from './filters/screener-filters.ts';
import type { RuleColumns } from './rule/rule-queries.ts';

export type Screening = Reply<typeof getFutures>;
export type ScreenerRow = Screening['items'][number];

const REFRESH_MS = 10_000;
/** As many rows as one answer holds: more contracts than any exchange lists. */
const ROWS_MAX = 1_000;

/** The contracts that pass the filters, best first; with the columns of a rule, as far as it is judged. */
export const screeningQuery = (filters: readonly ScreenerFilter[], search: string, rule: RuleColumns | null) =>
  queryOptions({
    queryKey: ['screener', filters, search, rule],
    queryFn: ({ signal }) =>
      api(getFutures, {
        body: {
          filters: filters.map(({ column, ...bounds }) => ({ column: columnNameOf(column), ...bounds })),
          sort: [{ column: columnNameOf('score'), isDescending: true }],
          ...{ search, limit: ROWS_MAX },
          ...(rule === null ? {} : { rule: { strategyId: rule.strategyId, days: rule.days } }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

/** The values that a column has on all contracts, with how many have each. */
export const choicesQuery = (column: ScreenerColumnKey, rule: RuleColumns | null) =>
  queryOptions({
    queryKey: ['screener', 'choices', column, rule],
    queryFn: ({ signal }) =>
      api(getFutures, {
        body: {
          ...{ choicesOf: columnNameOf(column), columns: [], limit: 1 },
          ...(rule === null ? {} : { rule: { strategyId: rule.strategyId, days: rule.days } }),
        },
        signal,
      }),
    select: ({ choices }) => choices,
  });

/** Why a row has no value in a column; null when it has one. */
export function absenceOf(
  { absent }: ScreenerRow,
  key: ScreenerColumnKey,
): ScreenerRow['absent'][number]['reason'] | null {
  return absent.find(({ column }) => column === columnNameOf(key))?.reason ?? null;
}
