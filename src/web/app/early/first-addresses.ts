import { type PageRow, pages } from '#contract/pages.ts';
import type { AskedRead } from '#web/api/early-answers.ts';
import { NEW_STRATEGY } from '#web/kinds/kind-address.ts';
import { dayOf, firstDayOf, usualPeriod } from '#web/ui/values/chart-period.ts';
import type { OpenedPage } from './opened-page.ts';

type Addresses = (page: Omit<OpenedPage, 'view'>) => readonly string[];

/** The bots of every kind, where it is not known yet which of them there are. */
const allBots = () => pages.filter(({ view }) => view === 'bots').map(({ kind }) => `/api/${kind}/get-bots`);

const strategy: Addresses = ({ kind, id }) => [
  ...(id === '' || id === NEW_STRATEGY ? [] : [`/api/${kind}/get-strategy?id=${id}`]),
  `/api/${kind}/get-strategies`,
];

/** What the frame of every page asks for. */
const ofFrame = ['/api/status', '/api/get-assets'];

/** What opens the session, some seconds after the page; pages that show settings ask for them themselves. */
const ofSession = '/api/settings';

/**
 * What a page asks for first, as it asks for it: an address that differs is a request in vain. These are texts and no
 * queries, because the schemas of the queries are part of what is still loading.
 */
const ofView: Readonly<Partial<Record<PageRow['view'], Addresses>>> = {
  portfolios: () => [
    ...['/api/get-portfolio-list', '/api/demo', '/api/get-portfolio-returns', '/api/settings'],
    ...allBots(),
  ],
  portfolio: ({ kind, id, marketNow }) => {
    const ended = `portfolio_id=${id}&date_from=${firstDayOf(usualPeriod, marketNow)}`;
    return [
      `/api/get-portfolio-by-id?portfolio_id=${id}`,
      `/api/${kind}/get-bots?portfolio_id=${id}`,
      `/api/get-portfolio-pnl?${ended}`,
      `/api/${kind}/get-cycles?${ended}&limit=200`,
      `/api/${kind}/get-cycle-counts?${ended}`,
    ];
  },
  bots: ({ kind }) => [`/api/${kind}/get-bots`, `/api/${kind}/get-portfolios`],
  strategy,
  rules: strategy,
  logs: ({ kind }) => [`/api/${kind}/get-logs?limit=200`, `/api/${kind}/get-log-counts`, `/api/${kind}/get-bots`],
  market: () => ['/api/get-market', '/api/settings', '/api/get-back-fills'],
  symbol: ({ id }) => [
    ...['/api/get-market', '/api/trade-categories', `/api/get-market-history?symbol=${id}`, '/api/get-back-fills'],
    ...[`/api/assets/${id}/description`, `/api/assets/${id}/cmc-data`],
    ...allBots(),
  ],
  orders: ({ marketNow }) => {
    const today = dayOf(marketNow);
    const period = `date_from=${today}&date_to=${today}`;
    return [
      ...[`/api/get-order-stat?${period}`, `/api/get-worst-orders?${period}`],
      `/api/get-executed-orders?limit=100&${period}`,
      '/api/get-portfolio-list',
      ...allBots(),
    ];
  },
  test: ({ id }) => [`/api/get-test?condition_id=${id}`],
};

/** What a page and its frame ask for first. */
export function firstAddresses(view: PageRow['view'], page: Omit<OpenedPage, 'view'>): readonly string[] {
  return [...new Set([...ofFrame, ...(ofView[view]?.(page) ?? []), ofSession])];
}

/** What comes of the exchange, or stands further down: what is stored here must not wait for it. */
const laterOfView: Readonly<Partial<Record<PageRow['view'], Addresses>>> = {
  symbol: ({ id }) => [
    `/api/market/futures/candles?symbol=${id}&interval=15m&limit=500`,
    `/api/get-funding-history?symbol=${id}&limit=300`,
    `/api/get-open-interest-history?symbol=${id}&limit=300`,
    '/api/get-exchange-keys',
  ],
};

/** What a page asks for besides; none for most pages. */
export function laterAddresses(view: PageRow['view'], page: Omit<OpenedPage, 'view'>): readonly string[] {
  return laterOfView[view]?.(page) ?? [];
}

const questionOfView: Readonly<Partial<Record<PageRow['view'], AskedRead>>> = {
  screener: {
    address: '/api/get-futures',
    body: { filters: [], sort: [{ column: 'score', is_descending: true }], search: '', limit: 1_000 },
  },
};

/** What a page asks with a body; null for most pages. */
export function firstQuestion(view: PageRow['view']): AskedRead | null {
  return questionOfView[view] ?? null;
}
