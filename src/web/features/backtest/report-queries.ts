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

interface Page {
  readonly offset: number;
  readonly items: readonly unknown[];
  readonly total: number | null;
}

function nextOffset({ offset, items, total }: Page): number | null {
  const reached = offset + items.length;
  return total === null || reached >= total ? null : reached;
}

export type CycleOrder = NonNullable<NonNullable<SentQuery<typeof getTestCycles>>['sort']>;

export const cyclePagesQuery = (run: RunOf, sort: CycleOrder | null) =>
  infiniteQueryOptions({
    ...ALWAYS,
    queryKey: ['test-reports', 'cycles', run, sort],
    queryFn: ({ pageParam, signal }) =>
      api(getTestCycles, {
        query: {
          ...run,
          ...(sort === null ? {} : { sort }),
          offset: String(pageParam),
          limit: String(CYCLES_PAGE_ROWS),
        },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
  });

export const fillPagesQuery = (run: RunOf) =>
  infiniteQueryOptions({
    ...ALWAYS,
    queryKey: ['test-reports', 'fills', run],
    queryFn: ({ pageParam, signal }) =>
      api(getTestTrades, {
        query: { ...run, offset: String(pageParam), limit: String(FILLS_PAGE_ROWS) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
  });

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
