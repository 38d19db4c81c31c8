import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { trimDecimal } from '#base/decimal.ts';
import { useMarketNow } from '#web/api/live/use-live.ts';
import { assetsQuery } from '#web/api/system-queries.ts';
import { botsQuery, type Portfolio } from '#web/api/trading-queries.ts';
import { decimalsOf } from '#web/ui/values/format.ts';

export type PortfolioView = ReturnType<typeof usePortfolioView>;

const NO_BOTS: readonly never[] = [];

/**
 * Data shared by the parts of the page, as it was loaded, and market time. What moves with the price is read by the parts
 * that show it, so that a tick draws them alone.
 */
export function usePortfolioView(portfolio: Portfolio) {
  const bots = useQuery(botsQuery(portfolio.kind, portfolio.portfolioId)).data?.items ?? NO_BOTS;
  const assets = useQuery(assetsQuery).data?.items ?? NO_BOTS;
  const marketNow = useMarketNow();
  // The parts of the page compare it: the same view draws none of them again.
  return useMemo(() => {
    const atoms = bots.flatMap((bot) => bot.atoms);
    return {
      portfolio,
      bots,
      /** Decimals of the tick by symbol. */
      decimals: new Map(assets.map((asset) => [asset.futuresTicker, decimalsOf(trimDecimal(asset.tickSize))])),
      marketNow,
      /** Positions of open cycles as they were loaded. */
      atomOfCycle: new Map(
        atoms.flatMap((atom) => (atom.currentCycleId ? [[atom.currentCycleId, atom] as const] : [])),
      ),
    };
  }, [portfolio, bots, assets, marketNow]);
}
