import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PageRow } from '#contract/pages.ts';
import { getStatus } from '#contract/system.ts';
import { addressOf } from '#web/api/api.ts';
import { portfolioQuery, portfoliosQuery } from '#web/api/portfolio-queries.ts';
import { assetsQuery, demoQuery, settingsQuery } from '#web/api/system-queries.ts';
import { botsQuery, portfoliosOfQuery } from '#web/api/trading-queries.ts';
import { strategiesQuery, strategyQuery } from '#web/features/ladder/strategy-queries.ts';
import { logCountsQuery, logsQuery } from '#web/features/logs/log-queries.ts';
import { cycleCountsQuery, cyclePagesQuery, pnlQuery } from '#web/features/portfolio/portfolio-queries.ts';
import { returnsQuery } from '#web/features/portfolios/returns/returns-query.ts';
import { NEW_STRATEGY } from '#web/kinds/kind-address.ts';
import { firstAddresses } from './first-addresses.ts';

const kind = 'dca-bot';
const id = '0b6f1b1e-9d0a-4c6e-8a55-0d3c0f3a9c11';
const noFilter = { level: undefined, botId: '', cycleId: '', search: '', dateFrom: '', dateTo: '' };
const page = { kind, id, marketNow: Date.parse('2025-05-25T16:00:00Z') };
const cycles = { kind, portfolioId: id, dateFrom: '2025-04-26' } as const;

type Ask = (queries: QueryClient) => Promise<unknown>;

/** The addresses that queries ask for, whatever is answered. */
async function asked(asks: readonly Ask[]): Promise<readonly string[]> {
  const addresses: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    addresses.push(address);
    return Response.json({}, { status: 404 });
  });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  for (const ask of asks) await ask(queries).catch(() => null);
  return addresses.toSorted();
}

afterEach(() => vi.unstubAllGlobals());

const early = (view: PageRow['view'], opened = page) => firstAddresses(view, opened).toSorted();

describe('what is requested early for a page is what its queries request:', () => {
  it.each<[PageRow['view'], readonly Ask[]]>([
    [
      'portfolios',
      [
        (queries) => queries.fetchQuery(portfoliosQuery),
        (queries) => queries.fetchQuery(demoQuery),
        (queries) => queries.fetchQuery(returnsQuery(null)),
        (queries) => queries.fetchQuery(settingsQuery),
        (queries) => queries.fetchQuery(botsQuery(kind)),
        (queries) => queries.fetchQuery(botsQuery('custom-bot')),
      ],
    ],
    [
      'portfolio',
      [
        (queries) => queries.fetchQuery(portfolioQuery(id)),
        (queries) => queries.fetchQuery(botsQuery(kind, id)),
        (queries) => queries.fetchQuery(pnlQuery(id, '2025-04-26')),
        (queries) => queries.fetchInfiniteQuery(cyclePagesQuery(cycles)),
        (queries) => queries.fetchQuery(cycleCountsQuery(cycles)),
      ],
    ],
    [
      'bots',
      [(queries) => queries.fetchQuery(botsQuery(kind)), (queries) => queries.fetchQuery(portfoliosOfQuery(kind))],
    ],
    [
      'strategy',
      [
        (queries) => queries.fetchQuery(strategyQuery(kind, id, null)),
        (queries) => queries.fetchQuery(strategiesQuery(kind)),
      ],
    ],
    [
      'logs',
      [
        (queries) => queries.fetchInfiniteQuery(logsQuery(kind, noFilter)),
        (queries) => queries.fetchQuery(logCountsQuery(kind, noFilter)),
        (queries) => queries.fetchQuery(botsQuery(kind)),
      ],
    ],
  ])('%s', async (view, asks) => {
    const ofFrame: Ask = (queries) => queries.fetchQuery(assetsQuery);
    const wanted = [addressOf(getStatus, {}), ...(await asked([ofFrame, ...asks]))].toSorted();
    expect(early(view)).toEqual(wanted);
  });
});

it.each(['', NEW_STRATEGY])('no strategy is requested for an address without a saved one (id "%s")', (none) => {
  expect(early('strategy', { ...page, id: none }).filter((address) => address.includes('get-strategy?'))).toEqual([]);
});
