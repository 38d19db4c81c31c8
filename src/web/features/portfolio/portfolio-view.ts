import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { trimDecimal } from '#base/decimal.ts';
import { useStatus } from '#web/api/live/use-live.ts';
import { useLiveBots } from '#web/api/live/use-live-bots.ts';
import { useLivePortfolios } from '#web/api/live/use-live-portfolios.ts';
import { assetsQuery } from '#web/api/system-queries.ts';
import { botsQuery, type Portfolio } from '#web/api/trading-queries.ts';
import { decimalsOf } from '#web/ui/values/format.ts';

export type PortfolioView = ReturnType<typeof usePortfolioView>;

const NO_BOTS: readonly never[] = [];

/** Data shared by the parts of the page: the portfolio, its bots with live values, and market time. */
export function usePortfolioView(loadedPortfolio: Portfolio) {
  const loadedList = useMemo(() => [loadedPortfolio], [loadedPortfolio]);
  const [portfolio = loadedPortfolio] = useLivePortfolios(loadedList);
  const loaded = useQuery(botsQuery(portfolio.kind, portfolio.portfolioId)).data?.items ?? NO_BOTS;
  const bots = useLiveBots(loaded);
  const marketTime = useStatus()?.marketTime ?? null;
  const atoms = bots.flatMap((bot) => bot.atoms);
  const assets = useQuery(assetsQuery).data?.items ?? NO_BOTS;
  return {
    portfolio,
    bots,
    /** Decimals of the tick by symbol. */
    decimals: new Map(assets.map((asset) => [asset.futuresTicker, decimalsOf(trimDecimal(asset.tickSize))])),
    marketNow: marketTime === null ? null : Date.parse(marketTime),
    atomOfCycle: new Map(atoms.flatMap((atom) => (atom.currentCycleId ? [[atom.currentCycleId, atom] as const] : []))),
  };
}
