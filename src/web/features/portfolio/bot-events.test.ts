import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getLogs } from '#contract/cycle.ts';
import { longLog } from '../../../../tests/support/told-log.ts';
import { type ToldServer, toldServer } from '../../../../tests/support/told-server.ts';
import { botEventsQuery } from './portfolio-queries.ts';

let server: ToldServer;
beforeEach(() => {
  server = toldServer();
});
afterEach(() => vi.unstubAllGlobals());

const read = () => new QueryClient().fetchQuery(botEventsQuery('dca-bot', 'p1', '2025-05-04T00:00:00.000Z'));

it('a curve has a mark of every start, stop and new version, however many answers they come in', async () => {
  server.answersBy(getLogs, longLog(1_700));
  const { entries, isCut } = await read();
  expect([entries.length, entries.at(-1)?.detail, isCut]).toEqual([1_700, 'Entry 1.', false]);
  const events = expect.stringMatching(/^BOT_STARTED,/);
  const asked = { portfolioId: 'p1', dateFrom: '2025-05-04T00:00:00.000Z', codes: events, limit: '1000' };
  expect(server.requests.map(({ query }) => query)).toEqual([asked, { ...asked, cursor: '1000' }]);
});

it('a curve with too many marks has the newest, and says that there are older ones', async () => {
  server.answersBy(getLogs, longLog(5_001));
  const { entries, isCut } = await read();
  expect([entries.length, entries[0]?.detail, isCut]).toEqual([5_000, 'Entry 5001.', true]);
});
