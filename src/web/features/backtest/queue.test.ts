import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { getTestConditions } from '#contract/tests/test-condition.ts';
import { toldServer } from '../../../../tests/support/told-server.ts';
import { toldTest } from '../../../../tests/support/told-tests.ts';
import { queueQuery } from './test-queries.ts';

afterEach(() => vi.unstubAllGlobals());

it('the queue has every test that waits, in however many pages, after those that are computed', async () => {
  const queued = Array.from({ length: 450 }, (_, index) => toldTest({ conditionId: `q${index}`, state: 'QUEUED' }));
  const server = toldServer();
  server.answersBy(getTestConditions, ({ state, cursor, limit }) => {
    const all = state === 'RUNNING' ? [toldTest({ conditionId: 'r', state: 'RUNNING' })] : queued;
    const to = Number(cursor ?? 0) + Number(limit);
    const items = all.slice(Number(cursor ?? 0), to);
    return { items, total: all.length, offset: 0, limit: Number(limit), cursor: to < all.length ? String(to) : null };
  });
  const tests = await new QueryClient().fetchQuery(queueQuery);
  expect(tests.map(({ conditionId }) => conditionId)).toEqual(['r', ...queued.map(({ conditionId }) => conditionId)]);
});
