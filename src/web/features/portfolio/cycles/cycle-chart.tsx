import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { candlesQuery, type Interval } from '#web/api/market/candle-queries.ts';
import type { Atom, Trade } from '#web/api/trading-queries.ts';
import { firstView, windowOf } from '#web/bots/cycles/cycle-window.ts';
import { fillMarkers } from '#web/bots/cycles/fill-mark.ts';
import { CandleChart } from '#web/charts/candle-chart.tsx';
import { barsOf } from '#web/charts/candle-picture.ts';
import { candleTwin } from '#web/charts/candle-twin.ts';
import { offScaleText } from '#web/charts/off-scale-text.ts';
import { useText } from '#web/i18n/text.tsx';
import { IntervalSwitch } from '#web/ui/form/interval-switch.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import { Price } from '#web/ui/values/price.tsx';
import css from '../portfolio.module.css';
import { cycleLines } from './cycle-picture.ts';
import type { ListedCycle } from './cycle-rows.ts';

const HEIGHT = 250;
const CHOICES: readonly Interval[] = ['5m', '15m', '1h', '4h'];

interface CycleChartProps {
  readonly cycle: ListedCycle;
  readonly atom: Atom | null;
  readonly marketNow: number | null;
  readonly trades: readonly Trade[];
  readonly hovered: string | null;
  readonly onHover: (id: string | null) => void;
  readonly decimals: number;
}

/** The cycle on its candles: fills as arrows, key prices as lines. */
export function CycleChart(props: CycleChartProps) {
  const t = useText();
  const { cycle, atom, decimals } = props;
  // Fixed when the drawer opens: a window that moved with market time would be requested again every second.
  const [{ now, interval: first }] = useState(() => firstView(cycle, props.marketNow));
  const [interval, setInterval] = useState<Interval>(first);
  const candles = useQuery(candlesQuery(windowOf(cycle, interval, now)));
  const lines = cycleLines(cycle, atom, t);
  const name = `${cycle.symbol} ${cycle.seq} prices`;
  return (
    <>
      <div className={css['chartHead']}>
        <IntervalSwitch value={interval} choices={[...new Set([...CHOICES, interval])]} onChange={setInterval} />
        {atom?.mark ? (
          <span className={css['quiet']}>
            {t('cycles.line.mark')} <Price value={atom.mark} />
          </span>
        ) : null}
      </div>
      {candles.isPending ? <SkeletonBlock height={HEIGHT} /> : null}
      {candles.isError ? <ProblemNote error={candles.error} onRetry={() => void candles.refetch()} /> : null}
      {candles.data ? (
        <CandleChart
          viewKey={`${cycle.cycleId} ${interval}`}
          label={t('cycles.chart', { symbol: cycle.symbol, seq: cycle.seq })}
          showTable={t('chart.table')}
          showChart={t('chart.chart')}
          height={HEIGHT}
          bars={barsOf(candles.data.items)}
          lines={lines}
          markers={fillMarkers(props.trades)}
          highlighted={props.hovered}
          onHover={props.onHover}
          decimals={decimals}
          offScaleText={(line) => offScaleText({ lines, decimals }, line, t)}
          table={() => candleTwin({ name, lines, trades: props.trades, decimals }, t)}
        />
      ) : null}
    </>
  );
}
