import { useMemo } from 'react';
import type { LiveFunds } from '#contract/live.ts';
import type { Portfolio } from '../portfolio-queries.ts';
import { liveStore } from './live-store.ts';
import { type LivePatch, useLiveRows } from './use-live-rows.ts';
import { withFunds } from './with-funds.ts';

const PATCH: LivePatch<Portfolio, LiveFunds> = {
  keyOf: ({ portfolioId }) => `funds:${portfolioId}`,
  liveOf: ({ portfolioId }) => liveStore.funds(portfolioId),
  patched: withFunds,
};

/** The portfolios with what they hold now. */
export function useLivePortfolios(portfolios: readonly Portfolio[]): readonly Portfolio[] {
  return useLiveRows(portfolios, PATCH);
}

/** One portfolio with what it holds now. */
export function useLivePortfolio(portfolio: Portfolio): Portfolio {
  const rows = useMemo(() => [portfolio], [portfolio]);
  const [live = portfolio] = useLivePortfolios(rows);
  return live;
}
