import type { PageRow } from '#contract/pages.ts';
import { NEW_STRATEGY } from '#web/kinds/kind-address.ts';

type Addresses = (page: { readonly kind: string; readonly id: string }) => readonly string[];

/**
 * What a page asks for first, as it asks for it: an address that differs is a request in vain. These are texts and no
 * queries, because the schemas of the queries are part of what is still loading.
 */
export const firstAddresses: Readonly<Partial<Record<PageRow['view'], Addresses>>> = {
  portfolios: () => ['/api/get-portfolio-list', '/api/demo'],
  portfolio: ({ kind, id }) => [
    `/api/get-portfolio-by-id?portfolio_id=${id}`,
    `/api/${kind}/get-bots?portfolio_id=${id}`,
  ],
  bots: ({ kind }) => [`/api/${kind}/get-bots`],
  strategy: ({ kind, id }) => (id === '' || id === NEW_STRATEGY ? [] : [`/api/${kind}/get-strategy?id=${id}`]),
  logs: ({ kind }) => [`/api/${kind}/get-logs?limit=200`],
};
