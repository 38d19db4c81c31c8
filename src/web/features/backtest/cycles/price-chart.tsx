import { useQuery } from '@tanstack/react-query';
import { type CandleWindow, candlesQuery } from '#web/api/market/candle-queries.ts';
import { fillMarkers } from '#web/bots/cycles/fill-mark.ts';
import { CandleChart } from '#web/charts/candle-chart.tsx';
import { barsOf, type PriceLineSpec } from '#web/charts/candle-picture.ts';
import { candleTwin } from '#web/charts/candle-twin.ts';
import { offScaleText } from '#web/charts/off-scale-text.ts';
import { useText } from '#web/i18n/text.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import { decimalsOf } from '#web/ui/values/format.ts';
import type { TestFill } from '../report-queries.ts';

interface PriceChartProps {
  /** Names the chart. */
  readonly label: string;
  readonly window: CandleWindow;
  readonly lines: readonly PriceLineSpec[];
  readonly trades: readonly TestFill[];
  readonly hovered: string | null;
  readonly onHover: (id: string | null) => void;
  /** In pixels. */
  readonly height: number;
  /** Whether each fill says what it is; by default it does. */
  readonly hasLabels?: boolean;
}

/** Fills on the exchange's candles. */
export function PriceChart(props: PriceChartProps) {
  const { label, window, lines, trades, hovered, onHover, height, hasLabels = true } = props;
  const t = useText();
  const candles = useQuery(candlesQuery(window));
  if (candles.isPending) return <SkeletonBlock height={height} />;
  if (candles.isError) return <ProblemNote error={candles.error} onRetry={() => void candles.refetch()} />;
  const { items } = candles.data;
  if (items.length === 0) return <Empty title={t('backtest.noCandles', { symbol: window.symbol })} />;
  const decimals = decimalsOf(trades[0]?.price ?? items[0]?.close ?? '');
  return (
    <CandleChart
      viewKey={`${window.symbol} ${window.interval} ${window.endTime}`}
      label={label}
      showTable={t('chart.table')}
      showChart={t('chart.chart')}
      height={height}
      bars={barsOf(items)}
      lines={lines}
      markers={fillMarkers(trades).map((mark) => (hasLabels ? mark : { ...mark, text: '' }))}
      highlighted={hovered}
      onHover={onHover}
      decimals={decimals}
      offScaleText={(line) => offScaleText({ lines, decimals }, line, t)}
      table={() => candleTwin({ name: `${window.symbol} prices`, lines, trades, decimals }, t)}
    />
  );
}
