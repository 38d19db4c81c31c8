import { useQuery } from '@tanstack/react-query';
import { candlesQuery } from '#web/api/market/candle-queries.ts';
import { CandleChart } from '#web/charts/candle-chart.tsx';
import { barsOf } from '#web/charts/candle-picture.ts';
import { chartTable } from '#web/charts/chart-table.ts';
import { useText } from '#web/i18n/text.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import { decimalsOf } from '#web/ui/values/format.ts';
import type { ScreenerRow } from '../screener-queries.ts';

const HEIGHT = 200;
const WEEK_HOURS = 168;

/** The candles of a week by the hour. */
export function WeekPicture({ row: { futuresTicker: symbol, tickSize } }: { readonly row: ScreenerRow }) {
  const t = useText();
  const candles = useQuery(candlesQuery({ symbol, interval: '1h', limit: WEEK_HOURS, endTime: null }));
  if (candles.isError) return <ProblemNote error={candles.error} onRetry={() => void candles.refetch()} />;
  if (!candles.data) return <SkeletonBlock height={HEIGHT} />;
  const { items } = candles.data;
  return (
    <CandleChart
      viewKey={symbol}
      label={t('screener.sparkOf', { symbol })}
      showTable={t('chart.table')}
      showChart={t('chart.chart')}
      height={HEIGHT}
      bars={barsOf(items)}
      lines={[]}
      markers={[]}
      highlighted={null}
      decimals={decimalsOf(tickSize)}
      offScaleText={() => ''}
      table={() => chartTable({ name: `${symbol} 7 days`, rows: items }, t)}
    />
  );
}
