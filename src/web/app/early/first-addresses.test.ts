import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { TOGETHER_MAX } from '#contract/call.ts';
import { type PageRow, pages } from '#contract/pages.ts';
import { getSettings, getStatus } from '#contract/system.ts';
import { addressOf } from '#web/api/api.ts';
import { coinFiguresQuery, coinQuery } from '#web/api/assets/coin-queries.ts';
import { tradeCategoriesQuery } from '#web/api/assets/trade-categories.ts';
import { exchangeKeyQuery } from '#web/api/exchange-key-query.ts';
import { backFillsQuery, marketHistoryQuery, marketQuery, seriesQuery } from '#web/api/market/market-queries.ts';
import { portfolioQuery, portfoliosQuery } from '#web/api/portfolio-queries.ts';
import { returnsQuery } from '#web/api/returns-query.ts';
import { assetsQuery, demoQuery, settingsQuery } from '#web/api/system-queries.ts';
import { botsQuery, portfoliosOfQuery } from '#web/api/trading-queries.ts';
import { testQuery } from '#web/features/backtest/test-queries.ts';
import { fillFirst as fillLadder } from '#web/features/ladder/fill-first.ts';
import { ruleStrategiesQuery, ruleStrategyQuery } from '#web/features/ladder/rules/strategy-queries.ts';
import { strategiesQuery, strategyQuery } from '#web/features/ladder/strategy-queries.ts';
import { logCountsQuery, logsQuery } from '#web/features/logs/log-queries.ts';
import { fundingQuery, interestQuery } from '#web/features/market/past/past-queries.ts';
import { executedOrdersQuery, orderStatQuery, worstOrdersQuery } from '#web/features/orders/order-queries.ts';
import { fillFirst as fillPortfolio } from '#web/features/portfolio/fill-first.ts';
import { cycleCountsQuery, cyclePagesQuery, pnlQuery } from '#web/features/portfolio/portfolio-queries.ts';
import { screeningQuery } from '#web/features/screener/screener-queries.ts';
import { NEW_STRATEGY } from '#web/kinds/kind-address.ts';
import { firstAddresses, firstQuestion, laterAddresses } from './first-addresses.ts';

const kind = 'dca-bot';
const id = '0b6f1b1e-9d0a-4c6e-8a55-0d3c0f3a9c11';
const noFilter = {
  level: undefined,
  botId: '',
  portfolioId: '',
  cycleId: '',
  orderId: '',
  symbol: '',
  search: '',
  dateFrom: '',
  dateTo: '',
};
const page = { kind, id, marketNow: Date.parse('2025-05-25T16:00:00Z') };
const today = { dateFrom: '2025-05-25', dateTo: '2025-05-25' };
const cycles = { kind, portfolioId: id, dateFrom: '2025-04-26' } as const;

type Ask = (queries: QueryClient) => Promise<unknown>;

const allBots: readonly Ask[] = [
  (queries) => queries.fetchQuery(botsQuery(kind)),
  (queries) => queries.fetchQuery(botsQuery('dca-prod-bot')),
  (queries) => queries.fetchQuery(botsQuery('custom-bot')),
];

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

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

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
        ...allBots,
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
    [
      'rules',
      [
        (queries) => queries.fetchQuery(ruleStrategyQuery(kind, id, null)),
        (queries) => queries.fetchQuery(ruleStrategiesQuery(kind)),
      ],
    ],
    [
      'market',
      [
        (queries) => queries.fetchQuery(marketQuery),
        (queries) => queries.fetchQuery(settingsQuery),
        (queries) => queries.fetchQuery(backFillsQuery),
      ],
    ],
    [
      'symbol',
      [
        (queries) => queries.fetchQuery(marketQuery),
        (queries) => queries.fetchQuery(tradeCategoriesQuery),
        (queries) => queries.fetchQuery(marketHistoryQuery(id)),
        (queries) => queries.fetchQuery(backFillsQuery),
        (queries) => queries.fetchQuery(coinQuery(id)),
        (queries) => queries.fetchQuery(coinFiguresQuery(id)),
        ...allBots,
      ],
    ],
    [
      'orders',
      [
        (queries) => queries.fetchQuery(orderStatQuery(today)),
        (queries) => queries.fetchQuery(worstOrdersQuery(today)),
        (queries) => queries.fetchInfiniteQuery(executedOrdersQuery(today)),
        (queries) => queries.fetchQuery(portfoliosQuery),
        ...allBots,
      ],
    ],
    ['test', [(queries) => queries.fetchQuery(testQuery(id))]],
  ])('%s', async (view, asks) => {
    const ofFrame: Ask = (queries) => queries.fetchQuery(assetsQuery);
    const ofPage = await asked([ofFrame, ...asks]);
    const wanted = new Set([addressOf(getStatus, {}), addressOf(getSettings, {}), ...ofPage]);
    expect(early(view)).toEqual([...wanted].toSorted());
  });

  it('a contract, apart from the rest, since the exchange answers part of it', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {}); // Candles that cannot be read are logged.
    const asks: readonly Ask[] = [
      (queries) => queries.fetchInfiniteQuery(seriesQuery({ market: 'futures', symbol: id, interval: '15m' })),
      (queries) => queries.fetchInfiniteQuery(fundingQuery(id)),
      (queries) => queries.fetchInfiniteQuery(interestQuery(id)),
      (queries) => queries.fetchQuery(exchangeKeyQuery),
    ];
    expect(laterAddresses('symbol', page).toSorted()).toEqual(await asked(asks));
    expect(laterAddresses('portfolios', page)).toEqual([]);
  });
});

it('the question that is asked early for the screener is the one that it asks without filters', async () => {
  const bodies: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    bodies.push(JSON.parse(String(init.body)));
    return Response.json({}, { status: 404 });
  });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await queries.fetchQuery(screeningQuery([], '', null)).catch(() => null);
  expect(JSON.stringify(bodies)).toBe(JSON.stringify([firstQuestion('screener')?.body]));
  expect(firstQuestion('portfolios')).toBeNull();
});

it.each([
  ['portfolio', fillPortfolio],
  ['strategy', fillLadder],
] as const)('what the page %s waits for before it is first drawn has been requested early', async (view, fill) => {
  const waitedFor = await asked([() => fill(page)]);
  expect(waitedFor.length).toBeGreaterThan(1);
  expect(early(view)).toEqual(expect.arrayContaining([...waitedFor]));
});

it('no page asks for more at once than the server answers', () => {
  const views = new Set(pages.map(({ view }) => view));
  for (const view of views) expect(firstAddresses(view, page).length, view).toBeLessThanOrEqual(TOGETHER_MAX);
});

it.each(['', NEW_STRATEGY])('no strategy is requested for an address without a saved one (id "%s")', (none) => {
  expect(early('strategy', { ...page, id: none }).filter((address) => address.includes('get-strategy?'))).toEqual([]);
});
