import type { Portfolio } from '../portfolio-queries.ts';
import { liveStore } from './live-store.ts';
import { type LivePatch, useLiveRows } from './use-live-rows.ts';
import { withFunds } from './with-funds.ts';

const PATCH: LivePatch<Portfolio> = {
  keyOf: ({ portfolioId }) => `funds:${portfolioId}`,
  patched: (portfolio) => withFunds(portfolio, liveStore.funds(portfolio.portfolioId)),
};

/** The portfolios with what they hold now. */
export function useLivePortfolios(portfolios: readonly Portfolio[]): readonly Portfolio[] {
  return useLiveRows(portfolios, PATCH);
}
