import { type PageRow, pages } from '#contract/pages.ts';
import { NEW_STRATEGY } from '#web/kinds/kind-address.ts';
import { firstDayOf, usualPeriod } from '#web/ui/values/chart-period.ts';

interface OpenedPage {
  readonly kind: string;
  readonly id: string;
  /** UTC milliseconds. */
  readonly marketNow: number;
}

type Addresses = (page: OpenedPage) => readonly string[];

/** What the frame of every page asks for. */
const ofFrame = ['/api/status', '/api/get-assets'];

/**
 * What a page asks for first, as it asks for it: an address that differs is a request in vain. These are texts and no
 * queries, because the schemas of the queries are part of what is still loading.
 */
const ofView: Readonly<Partial<Record<PageRow['view'], Addresses>>> = {
  portfolios: () => [
    ...['/api/get-portfolio-list', '/api/demo', '/api/get-portfolio-returns', '/api/settings'],
    // Which of the kinds have portfolios is not known yet.
    ...pages.filter(({ view }) => view === 'bots').map(({ kind }) => `/api/${kind}/get-bots`),
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
  strategy: ({ kind, id }) => [
    ...(id === '' || id === NEW_STRATEGY ? [] : [`/api/${kind}/get-strategy?id=${id}`]),
    `/api/${kind}/get-strategies`,
  ],
  logs: ({ kind }) => [`/api/${kind}/get-logs?limit=200`, `/api/${kind}/get-log-counts`, `/api/${kind}/get-bots`],
};

/** What a page and its frame ask for first. */
export function firstAddresses(view: PageRow['view'], page: OpenedPage): readonly string[] {
  return [...ofFrame, ...(ofView[view]?.(page) ?? [])];
}
