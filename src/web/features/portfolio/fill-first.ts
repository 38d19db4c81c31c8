import type { BotKind } from '#engine/model/bot.ts';
import { oneByOne } from '#web/api/one-by-one.ts';
import { portfolioQuery } from '#web/api/portfolio-queries.ts';
import { queryClient } from '#web/api/query-client.ts';
import { assetsQuery } from '#web/api/system-queries.ts';
import { botsQuery } from '#web/api/trading-queries.ts';
import { firstDayOf, usualPeriod } from '#web/ui/values/chart-period.ts';
import { cycleCountsQuery, cyclePagesQuery, pnlQuery } from './portfolio-queries.ts';

interface Opened {
  readonly kind: BotKind | '';
  readonly id: string;
  /** UTC milliseconds. */
  readonly marketNow: number;
}

/** Reads what the page of a portfolio is first drawn with. */
export async function fillFirst({ kind, id, marketNow }: Opened): Promise<void> {
  if (kind === '') return;
  const dateFrom = firstDayOf(usualPeriod, marketNow);
  const cycles = { kind, portfolioId: id, ...(dateFrom === null ? {} : { dateFrom }) };
  const reads = [
    () => queryClient.prefetchQuery(portfolioQuery(id)),
    () => queryClient.prefetchQuery(assetsQuery),
    () => queryClient.prefetchQuery(botsQuery(kind, id)),
    () => queryClient.prefetchQuery(pnlQuery(id, dateFrom)),
    () => queryClient.prefetchInfiniteQuery(cyclePagesQuery(cycles)),
    () => queryClient.prefetchQuery(cycleCountsQuery(cycles)),
  ];
  await oneByOne(reads);
}
