import { infiniteQueryOptions, keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import type { Reply, SentBody, SentQuery } from '#contract/call.ts';
import { compareTestBots, getTestBot, getTestBots, getTestMap } from '#contract/tests/test-bot.ts';
import { estimateTest, getTest, getTestConditions } from '#contract/tests/test-condition.ts';
import { api } from '#web/api/api.ts';

export type ListedTest = Reply<typeof getTestConditions>['items'][number];
export type TestDetail = Reply<typeof getTest>;
export type PointRow = Reply<typeof getTestBots>['items'][number];
export type TestMap = Reply<typeof getTestMap>;
export type Estimate = Reply<typeof estimateTest>;
export type PointComparison = Reply<typeof compareTestBots>;
export type TestBody = SentBody<typeof estimateTest>;

/** Rows that one answer brings. */
const PAGE_ROWS = 200;

/** Word of progress comes through the live channel; this is for times without it. */
const OPEN_REFRESH_MS = 5_000;

/** Whether a test waits or is computed. */
export function isOpenTest({ state }: Pick<ListedTest, 'state'>): boolean {
  return state === 'QUEUED' || state === 'RUNNING';
}

/** The tests that wait or are computed, the computed ones first. */
export const queueQuery = queryOptions({
  queryKey: ['tests', 'queue'],
  queryFn: async ({ signal }) => {
    const inState = (state: 'RUNNING' | 'QUEUED') => allTests({ state, sort: 'created' }, signal);
    return (await Promise.all([inState('RUNNING'), inState('QUEUED')])).flat();
  },
  refetchInterval: ({ state }) => ((state.data?.length ?? 0) > 0 ? OPEN_REFRESH_MS : false),
});

export type TestListFilter = Omit<NonNullable<SentQuery<typeof getTestConditions>>, 'offset' | 'limit' | 'cursor'>;

/** The tests of a selection, page by page; the rows of the selection before stay until the first page has come. */
export const testPagesQuery = (filter: TestListFilter) =>
  infiniteQueryOptions({
    queryKey: ['tests', 'list', filter],
    queryFn: ({ pageParam, signal }) => testPage(filter, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    placeholderData: keepPreviousData,
  });

function testPage(filter: TestListFilter, cursor: string | null, signal?: AbortSignal) {
  const query = { ...filter, ...(cursor === null ? {} : { cursor }), limit: String(PAGE_ROWS) };
  return api(getTestConditions, { query, ...(signal === undefined ? {} : { signal }) });
}

/** Every test of a selection, as for a download. */
export async function allTests(filter: TestListFilter, signal?: AbortSignal): Promise<readonly ListedTest[]> {
  const tests: ListedTest[] = [];
  for (let cursor: string | null = null; ; ) {
    const page: Reply<typeof getTestConditions> = await testPage(filter, cursor, signal);
    tests.push(...page.items);
    cursor = page.cursor;
    if (cursor === null) return tests;
  }
}

/** A test with its progress, its data and its walk-forward windows. */
export const testQuery = (conditionId: string) =>
  queryOptions({
    queryKey: ['tests', 'one', conditionId],
    queryFn: ({ signal }) => api(getTest, { query: { conditionId }, signal }),
    refetchInterval: ({ state }) => (state.data && isOpenTest(state.data) ? OPEN_REFRESH_MS : false),
  });

export type PointFilter = Omit<NonNullable<SentQuery<typeof getTestBots>>, 'offset' | 'limit' | 'cursor'>;

/** The points of a test, page by page. */
export const pointPagesQuery = (filter: PointFilter) =>
  infiniteQueryOptions({
    queryKey: ['tests', 'points', filter],
    queryFn: ({ pageParam, signal }) => pointPage(filter, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    placeholderData: keepPreviousData,
  });

function pointPage(filter: PointFilter, cursor: string | null, signal?: AbortSignal) {
  const query = { ...filter, ...(cursor === null ? {} : { cursor }), limit: String(PAGE_ROWS) };
  return api(getTestBots, { query, ...(signal === undefined ? {} : { signal }) });
}

/** Every point of a test, for a download. */
export async function allPoints(filter: PointFilter): Promise<readonly PointRow[]> {
  const points: PointRow[] = [];
  for (let cursor: string | null = null; ; ) {
    const page: Reply<typeof getTestBots> = await pointPage(filter, cursor);
    points.push(...page.items);
    cursor = page.cursor;
    if (cursor === null) return points;
  }
}

export const pointQuery = (botId: string) =>
  queryOptions({
    queryKey: ['tests', 'point', botId],
    queryFn: ({ signal }) => api(getTestBot, { query: { botId }, signal }),
  });

/** The cut through the grid. @param axes - paths of two of its parameters; empty: the first two */
export const mapQuery = (conditionId: string, axes: { readonly x?: string; readonly y?: string; symbol?: string }) =>
  queryOptions({
    queryKey: ['tests', 'map', conditionId, axes],
    queryFn: ({ signal }) => api(getTestMap, { query: { conditionId, ...axes }, signal }),
    placeholderData: keepPreviousData,
  });

/**
 * What a test would need, before it is started; null: none is asked about. It depends on what is stored, which downloads
 * change, and on how many tests there are, which is asked again while they are too many.
 */
export const estimateQuery = (body: TestBody | null) =>
  queryOptions({
    queryKey: ['back-fills', 'estimate', body],
    queryFn: body === null ? skipToken : ({ signal }) => api(estimateTest, { body, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.obstacles.some(isAboutTests) ? OPEN_REFRESH_MS : false),
    retry: false,
  });

/** Whether there are too many tests, rather than too little to test. */
export function isAboutTests({ code }: Estimate['obstacles'][number]): boolean {
  return code === 'TESTS_FULL' || code === 'TESTS_QUEUED_FULL';
}

export const comparisonQuery = (botIds: readonly string[]) =>
  queryOptions({
    queryKey: ['test-reports', 'comparison', botIds],
    queryFn: ({ signal }) => api(compareTestBots, { query: { botIds: botIds.join(',') }, signal }),
  });
