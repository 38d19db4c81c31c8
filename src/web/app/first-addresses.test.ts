import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { portfolioQuery, portfoliosQuery } from '#web/api/portfolio-queries.ts';
import { demoQuery } from '#web/api/system-queries.ts';
import { botsQuery } from '#web/api/trading-queries.ts';
import { strategyQuery } from '#web/features/ladder/strategy-queries.ts';
import { logsQuery } from '#web/features/logs/log-queries.ts';
import { NEW_STRATEGY } from '#web/kinds/kind-address.ts';
import { firstAddresses } from './first-addresses.ts';

const kind = 'dca-bot';
const id = '0b6f1b1e-9d0a-4c6e-8a55-0d3c0f3a9c11';
const noFilter = { level: undefined, botId: '', cycleId: '', search: '', dateFrom: '', dateTo: '' };

/** The address that a query asks for, whatever is answered. */
async function addressOf(ask: (queries: QueryClient) => Promise<unknown>): Promise<string> {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return Response.json({}, { status: 404 });
  });
  await ask(new QueryClient({ defaultOptions: { queries: { retry: false } } })).catch(() => null);
  return asked.join(' ');
}

afterEach(() => vi.unstubAllGlobals());

it('what is requested early for a page is what its queries request', async () => {
  const asked = {
    portfolios: [
      await addressOf((queries) => queries.fetchQuery(portfoliosQuery)),
      await addressOf((queries) => queries.fetchQuery(demoQuery)),
    ],
    portfolio: [
      await addressOf((queries) => queries.fetchQuery(portfolioQuery(id))),
      await addressOf((queries) => queries.fetchQuery(botsQuery(kind, id))),
    ],
    bots: [await addressOf((queries) => queries.fetchQuery(botsQuery(kind)))],
    strategy: [await addressOf((queries) => queries.fetchQuery(strategyQuery(kind, id, null)))],
    logs: [await addressOf((queries) => queries.fetchInfiniteQuery(logsQuery(kind, noFilter)))],
  };
  const early = Object.fromEntries(Object.entries(firstAddresses).map(([view, of]) => [view, of({ kind, id })]));
  expect(early).toEqual(asked);
});

it.each(['', NEW_STRATEGY])('no strategy is requested for an address without a saved one (id "%s")', (none) => {
  expect(firstAddresses.strategy?.({ kind, id: none })).toEqual([]);
});
