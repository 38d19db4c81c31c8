import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Reply, SentQuery } from '#contract/call.ts';
import {
  getTestCycles,
  getTestMonteCarlo,
  getTestOrders,
  getTestReport,
  getTestTrades,
} from '#contract/tests/test-report.ts';
import { api } from '#web/api/api.ts';

export type Report = Reply<typeof getTestReport>;
export type MonteCarloReply = Reply<typeof getTestMonteCarlo>;
export type TestCycle = Reply<typeof getTestCycles>['items'][number];
export type TestFill = Reply<typeof getTestTrades>['items'][number];
export type Slice = Report['slice'];

/** A point of a test over a part of its period. */
export interface RunOf {
  readonly botId: string;
  readonly slice: Slice;
}

/** The same data and parameters give the same report for ever. */
const ALWAYS = { staleTime: Number.POSITIVE_INFINITY } as const;
const CYCLES_PAGE_ROWS = 500;
const FILLS_PAGE_ROWS = 1_000;

export const reportQuery = (run: RunOf) =>
  queryOptions({
    ...ALWAYS,
    queryKey: ['test-reports', 'report', run],
    queryFn: ({ signal }) => api(getTestReport, { query: run, signal }),
  });

interface Page<T> {
  readonly offset: number;
  readonly items: readonly T[];
  readonly total: number | null;
}

function nextOffset({ offset, items, total }: Page<unknown>): number | null {
  const reached = offset + items.length;
  return total === null || reached >= total ? null : reached;
}

export type CycleOrder = NonNullable<NonNullable<SentQuery<typeof getTestCycles>>['sort']>;

export const cyclePagesQuery = (run: RunOf, sort: CycleOrder | null) =>
  infiniteQueryOptions({
    ...ALWAYS,
    queryKey: ['test-reports', 'cycles', run, sort],
    queryFn: ({ pageParam, signal }) => cyclePage({ run, sort, offset: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
  });

interface CyclePageWish {
  readonly run: RunOf;
  readonly sort: CycleOrder | null;
  readonly offset: number;
}

function cyclePage({ run, sort, offset }: CyclePageWish, signal?: AbortSignal) {
  const order = sort === null ? {} : { sort };
  const query = { ...run, ...order, offset: String(offset), limit: String(CYCLES_PAGE_ROWS) };
  return api(getTestCycles, { query, ...(signal === undefined ? {} : { signal }) });
}

/** Every cycle of a run, for a download. */
export const allCycles = (run: RunOf, sort: CycleOrder | null): Promise<readonly TestCycle[]> =>
  everyRow((offset) => cyclePage({ run, sort, offset }));

async function everyRow<T>(ask: (offset: number) => Promise<Page<T>>): Promise<readonly T[]> {
  const rows: T[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const page: Page<T> = await ask(offset);
    rows.push(...page.items);
    offset = nextOffset(page);
  }
  return rows;
}

export const fillPagesQuery = (run: RunOf) =>
  infiniteQueryOptions({
    ...ALWAYS,
    queryKey: ['test-reports', 'fills', run],
    queryFn: ({ pageParam, signal }) => fillPage(run, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
  });

function fillPage(run: RunOf, offset: number, signal?: AbortSignal) {
  const query = { ...run, offset: String(offset), limit: String(FILLS_PAGE_ROWS) };
  return api(getTestTrades, { query, ...(signal === undefined ? {} : { signal }) });
}

/** Every fill of a run, for a download. */
export const allFills = (run: RunOf): Promise<readonly TestFill[]> => everyRow((offset) => fillPage(run, offset));

/** Orders, fills and log lines of one cycle. */
export const cycleStoryQuery = (run: RunOf, cycleId: string) =>
  queryOptions({
    ...ALWAYS,
    queryKey: ['test-reports', 'story', run, cycleId],
    queryFn: ({ signal }) => api(getTestOrders, { query: { ...run, cycleId }, signal }),
  });

export const monteCarloQuery = (run: RunOf, seed: string) =>
  queryOptions({
    ...ALWAYS,
    queryKey: ['test-reports', 'monte-carlo', run, seed],
    queryFn: ({ signal }) => api(getTestMonteCarlo, { query: { ...run, seed }, signal }),
  });
