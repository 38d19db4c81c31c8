import { isApiError } from '#web/api/api-error.ts';
import { type Interval, intervals } from '#web/api/market/candle-queries.ts';
import type { CandleMarket } from '#web/api/market/read-candles.ts';
import { chartTable } from '#web/charts/chart-table.ts';
import { MarketChart } from '#web/charts/market-chart.tsx';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Chips } from '#web/ui/form/chips.tsx';
import { IntervalSwitch } from '#web/ui/form/interval-switch.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { Note } from '#web/ui/page/note.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import { useIsPhone } from '#web/ui/page/use-is-phone.ts';
import { useSearchText } from '#web/ui/table/search-text.ts';
import { decimalsOf, utcMinute } from '#web/ui/values/format.ts';
import { problemText } from '#web/ui/words/problem-text.ts';
import css from '../market.module.css';
import { useSeries } from './series.ts';

const CHOICES: readonly Interval[] = [...intervals, '1w'];
const USUAL: Interval = '15m';
/** The height that the page leaves below its header and its band. */
const HEIGHT = 'max(420px, calc(100dvh - 318px))';
const PHONE_HEIGHT = '340px';
const LOADING_HEIGHT = 420;

/** The candles of a symbol in either market, in the interval given by the address. */
export function SymbolChart({ symbol }: { readonly symbol: string }) {
  const t = useText();
  const [marketText, setMarket] = useSearchText('market');
  const [intervalText, setInterval] = useSearchText('interval');
  const market: CandleMarket = marketText === 'spot' ? 'spot' : 'futures';
  const interval = CHOICES.find((one) => one === intervalText) ?? USUAL;
  const series = useSeries(market, symbol, interval);
  return (
    <Card
      title={t('market.chart', { symbol })}
      actions={
        <>
          <Chips
            label={t('market.chart.market')}
            value={market}
            onChange={(value) => setMarket(value === 'futures' ? null : value)}
            items={(['futures', 'spot'] as const).map((value) => ({ value, label: t(`market.chart.${value}`) }))}
          />
          <IntervalSwitch
            value={interval}
            choices={CHOICES}
            onChange={(value) => setInterval(value === USUAL ? null : value)}
          />
        </>
      }
      isFlush
    >
      <SeriesView
        key={`${market} ${symbol} ${interval}`}
        name={`${market} ${symbol} ${interval}`}
        {...{ symbol, series }}
      />
    </Card>
  );
}

interface SeriesViewProps {
  readonly name: string;
  readonly symbol: string;
  readonly series: ReturnType<typeof useSeries>;
}

function SeriesView({ name, symbol, series: { series, tail, rows, bars, isFull, older } }: SeriesViewProps) {
  const t = useText();
  const height = useIsPhone() ? PHONE_HEIGHT : HEIGHT;
  if (series.isPending) return <SkeletonBlock height={LOADING_HEIGHT} />;
  if (isApiError(series.error, 'SYMBOL_UNKNOWN')) {
    // A delisted contract has none any more; a spot pair may never have existed.
    return <Empty title={t(name.startsWith('spot') ? 'market.chart.noSpot' : 'market.chart.none', { symbol })} />;
  }
  if (series.isError && rows.length === 0) {
    return <ProblemNote error={series.error} onRetry={() => void series.refetch()} />;
  }
  if (rows.length === 0) return <Empty title={t('market.chart.none', { symbol })} />;
  return (
    <>
      {tail.isError ? (
        <Note
          tone="warn"
          title={t('market.chart.stale')}
          actions={
            <Button size="compact-xs" onClick={() => void series.refetch()}>
              {t('act.retry')}
            </Button>
          }
        >
          {problemText(tail.error, t).what}
        </Note>
      ) : null}
      <MarketChart
        viewKey={name}
        label={t('market.chart', { symbol })}
        keys={t('market.chart.keys')}
        showTable={t('chart.table')}
        showChart={t('chart.chart')}
        height={height}
        bars={bars}
        decimals={decimalsOf(rows.at(-1)?.close ?? '')}
        table={() => chartTable({ name, rows }, t)}
        onStart={older}
      />
      <Begin {...{ series, isFull, older }} first={rows[0]?.time ?? null} />
    </>
  );
}

type BeginProps = Pick<ReturnType<typeof useSeries>, 'series' | 'isFull' | 'older'> & { readonly first: string | null };

/** How far back the chart goes, and a button to load more. */
function Begin({ series, isFull, older, first }: BeginProps) {
  const t = useText();
  const words = series.isFetchingNextPage
    ? t('market.chart.loading')
    : isFull
      ? t('market.chart.full')
      : series.hasNextPage
        ? null
        : t('market.chart.begin');
  return (
    <div className={css['begin']}>
      <span>{first === null ? '' : t('market.chart.since', { time: utcMinute(first, t.language) })}</span>
      <span role="status">{words}</span>
      {series.isFetchNextPageError ? <ProblemNote error={series.error} onRetry={older} /> : null}
      {series.hasNextPage && !isFull ? (
        <Button size="compact-xs" disabled={series.isFetching} onClick={older}>
          {t('market.chart.older')}
        </Button>
      ) : null}
    </div>
  );
}
