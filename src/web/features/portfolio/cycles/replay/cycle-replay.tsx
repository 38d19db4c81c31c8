import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { candlesQuery, intervalMs } from '#web/api/market/candle-queries.ts';
import { type Order, ordersQuery, type Trade, tradesQuery } from '#web/api/trading-queries.ts';
import { firstView, windowOf } from '#web/bots/cycles/cycle-window.ts';
import { cycleLogQuery } from '#web/bots/cycles/whole-log.ts';
import { useText } from '#web/i18n/text.tsx';
import { useKind } from '#web/kinds/use-kind.ts';
import { Empty } from '#web/ui/page/empty.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import type { ListedCycle } from '../cycle-rows.ts';
import { ReplayMoment } from './replay-moment.tsx';
import { ReplaySlider } from './replay-slider.tsx';

interface CycleReplayProps {
  readonly cycle: ListedCycle;
  readonly marketNow: number | null;
  readonly decimals: number;
}

const HEIGHT = 420;
const NO_ROWS: readonly never[] = [];
const NO_LOG = { entries: NO_ROWS, isCut: false } as const;

/** A cycle candle by candle: a slider moves through time, and price, ladder, margin, fills and log are those of then. */
export function CycleReplay({ cycle, marketNow, decimals }: CycleReplayProps) {
  const t = useText();
  const kind = useKind();
  const [{ now, interval }] = useState(() => firstView(cycle, marketNow));
  const candles = useQuery(candlesQuery(windowOf(cycle, interval, now)));
  const trades = useQuery(tradesQuery(kind, cycle.cycleId));
  const orders = useQuery(ordersQuery(kind, cycle.cycleId));
  const log = useQuery(cycleLogQuery(kind, cycle.cycleId));
  const [chosen, setChosen] = useState<number | null>(null);
  const queries = [candles, trades, orders, log];
  const failed = queries.find(({ error }) => error !== null);
  if (failed) return <ProblemNote error={failed.error} onRetry={() => void failed.refetch()} />;
  if (queries.some(({ isPending }) => isPending)) return <SkeletonBlock height={HEIGHT} />;
  const bars = candles.data?.items ?? NO_ROWS;
  const fills: readonly Trade[] = trades.data?.items ?? NO_ROWS;
  const placed: readonly Order[] = orders.data?.items ?? NO_ROWS;
  const length = intervalMs[interval];
  const last = bars.length - 1;
  const first = Math.max(
    0,
    bars.findIndex(({ time }) => Date.parse(time) + length > Date.parse(cycle.openedAt)),
  );
  if (last < first) return <Empty title={t('replay.noCandles')} />;
  const index = Math.min(last, Math.max(first, chosen ?? first));
  const closeOf = (bar: number) => Date.parse(bars[bar]?.time ?? '') + length;
  const stops = fills.flatMap(({ ts }) => {
    const bar = bars.findIndex((_bar, at) => closeOf(at) > Date.parse(ts));
    return bar < first ? [] : [bar];
  });
  return (
    <>
      <ReplaySlider {...{ first, last, index, stops }} time={closeOf(index)} onMove={setChosen} />
      <ReplayMoment
        cycle={cycle}
        bars={bars}
        shown={index + 1}
        time={closeOf(index)}
        trades={fills}
        orders={placed}
        log={log.data ?? NO_LOG}
        decimals={decimals}
      />
    </>
  );
}
