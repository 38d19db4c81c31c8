import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { Interval } from '#web/api/market/candle-queries.ts';
import { seriesQuery, tailQuery } from '#web/api/market/market-queries.ts';
import type { CandleMarket, CandleRow } from '#web/api/market/read-candles.ts';
import type { MarketBar } from '#web/charts/canvas/market-drawing.ts';

/** A chart of more bars is slow to draw and shows nothing more. */
export const BARS_MAX = 12_000;

/** The loaded pages, oldest first, with newer candles replacing and extending their end. */
export function joined(pages: readonly (readonly CandleRow[])[], tail: readonly CandleRow[]): readonly CandleRow[] {
  const past = pages.toReversed().flat();
  const first = tail[0]?.time;
  if (first === undefined) return past;
  return [...past.filter(({ time }) => time < first), ...tail];
}

const known = new WeakMap<CandleRow, MarketBar>();

/** The part of a series that is drawn: the newest bars, few enough to draw quickly. */
function barsOf(rows: readonly CandleRow[]): readonly MarketBar[] {
  return rows.slice(-BARS_MAX).map(barOf);
}

function barOf(row: CandleRow): MarketBar {
  const bar = known.get(row) ?? {
    time: Date.parse(row.time),
    open: Number(row.open),
    high: Number(row.high),
    low: Number(row.low),
    close: Number(row.close),
    volume: Number(row.volume ?? 0),
  };
  known.set(row, bar);
  return bar;
}

/** A series that grows at both ends. */
export function useSeries(market: CandleMarket, symbol: string, interval: Interval) {
  const series = useInfiniteQuery(seriesQuery({ market, symbol, interval }));
  const pages = series.data?.pages ?? [];
  const tail = useQuery(tailQuery({ market, symbol, interval }, pages[0]?.at(-1)?.time ?? null));
  const rows = joined(pages, tail.data ?? []);
  const isFull = rows.length >= BARS_MAX;
  return {
    series,
    tail,
    rows,
    bars: barsOf(rows),
    isFull,
    older: () => {
      if (series.hasNextPage && !series.isFetching && !isFull) void series.fetchNextPage();
    },
  };
}
