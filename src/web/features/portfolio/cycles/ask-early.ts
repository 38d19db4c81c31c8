import type { QueryClient } from '@tanstack/react-query';
import { candlesQuery } from '#web/api/market/candle-queries.ts';
import { tradesQuery } from '#web/api/trading-queries.ts';
import { firstView, windowOf } from '#web/bots/cycles/cycle-window.ts';
import type { PortfolioView } from '../portfolio-view.ts';
import { loadOpenParts } from './cycle-bot.tsx';
import { isOpenCycle, type ListedCycle } from './cycle-rows.ts';

/** Asks for what the drawer of a cycle shows, in one round, and loads its code, before it is opened. */
export function askEarly(queries: QueryClient, { portfolio, marketNow }: PortfolioView, cycle: ListedCycle): void {
  const { now, interval } = firstView(cycle, marketNow);
  void queries.prefetchQuery(candlesQuery(windowOf(cycle, interval, now)));
  void queries.prefetchQuery(tradesQuery(portfolio.kind, cycle.cycleId));
  // Working orders are asked for anew by whoever shows them; without this their code would come a round before them.
  if (isOpenCycle(cycle)) loadOpenParts();
}
