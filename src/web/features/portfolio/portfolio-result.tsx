import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useLivePortfolio } from '#web/api/live/use-live-portfolios.ts';
import { LogCut } from '#web/bots/cycles/log-cut.tsx';
import { EquityChart } from '#web/charts/equity-chart.tsx';
import { useText } from '#web/i18n/text.tsx';
import { Bridge } from '#web/ui/figures/bridge.tsx';
import { Calendar } from '#web/ui/figures/calendar.tsx';
import { IconButton } from '#web/ui/form/button.tsx';
import { AfterPaint } from '#web/ui/page/after-paint.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import { useSearchText } from '#web/ui/table/search-text.ts';
import { type ChartPeriod, dayOf, firstDayOf } from '#web/ui/values/chart-period.ts';
import { utcDay, utcMinute } from '#web/ui/values/format.ts';
import { curveEvents } from './curve-events.ts';
import { equityPoints, presentPoint } from './equity-points.ts';
import { CALENDAR_DAYS, calendarRange } from './period.ts';
import css from './portfolio.module.css';
import { PortfolioBand } from './portfolio-band.tsx';
import { botEventsQuery, type Pnl, pnlQuery } from './portfolio-queries.ts';
import type { PortfolioView } from './portfolio-view.ts';

const HEIGHT = 262;
const NO_LOG = { entries: [], isCut: false } as const;

/** Headline figures, both curves and the calendar of a period. */
export function PortfolioResult({ view, period }: { view: PortfolioView; period: ChartPeriod }) {
  const t = useText();
  const { portfolio, marketNow } = view;
  // A live portfolio has no equity of its own: the wallet is that of the exchange account.
  const isPaper = portfolio.execution !== 'live';
  const pnl = useQuery({
    ...pnlQuery(portfolio.portfolioId, marketNow === null ? null : firstDayOf(period, marketNow)),
    enabled: marketNow !== null || period === 'all',
    placeholderData: (before) => before,
  });
  return (
    <>
      <PortfolioBand view={view} pnl={pnl.data ?? null} period={period} />
      {isPaper ? (
        <Card
          isFlush
          title={t('cycles.bridge', { day: utcDay(portfolio.createdAt, t.language) })}
          note={t('cycles.bridgeNote')}
        >
          <LiveBridge portfolio={portfolio} />
        </Card>
      ) : null}
      {pnl.isError ? <ProblemNote error={pnl.error} onRetry={() => void pnl.refetch()} /> : null}
      {pnl.data ? (
        <div className={css['pair']} data-stale={pnl.isPlaceholderData ? '' : undefined}>
          <AfterPaint height={HEIGHT}>
            {isPaper ? <EquityCard view={view} pnl={pnl.data} /> : null}
            <CalendarCard pnl={pnl.data} today={dayOf(marketNow ?? Date.parse(pnl.data.dateTo))} />
          </AfterPaint>
        </div>
      ) : null}
      {pnl.isPending ? <SkeletonBlock height={HEIGHT} /> : null}
    </>
  );
}

function LiveBridge({ portfolio }: { portfolio: PortfolioView['portfolio'] }) {
  const live = useLivePortfolio(portfolio);
  return <Bridge parts={live} closedCycles={live.closedCycles} />;
}

function EquityCard({ view, pnl }: { view: PortfolioView; pnl: Pnl }) {
  const t = useText();
  const portfolio = useLivePortfolio(view.portfolio);
  const points = equityPoints(pnl, portfolio);
  const { kind, portfolioId } = portfolio;
  const log = useQuery(botEventsQuery(kind, portfolioId, pnl.dateFrom)).data ?? NO_LOG;
  const legend = (
    <span className={css['legend']}>
      <span data-tone="equity">{t('cycles.equity')}</span>
      <span data-tone="closed">{t('cycles.closedOnly')}</span>
      <span data-tone="drawdown">{t('cycles.drawdown')}</span>
    </span>
  );
  return (
    <Card title={t('cycles.equityAndDrawdown')} actions={legend} isFlush>
      {points.length === 0 ? <Empty title={t('cycles.noPoints')} /> : null}
      {points.length > 0 ? (
        <EquityChart
          viewKey={`${pnl.portfolioId} ${pnl.dateFrom.slice(0, 10)}`}
          label={t('cycles.equityAndDrawdown')}
          names={{ equity: t('cycles.equity'), closed: t('cycles.closedOnly'), drawdown: t('cycles.drawdown') }}
          showTable={t('chart.table')}
          showChart={t('chart.chart')}
          height={HEIGHT}
          points={points}
          now={presentPoint(points, portfolio, view.marketNow)}
          start={points[0]?.closed ?? null}
          events={curveEvents(log.entries, t)}
          table={() => ({
            head: [t('cycles.time'), t('cycles.equity'), t('cycles.cumulative'), t('cycles.drawdown')],
            rows: pnl.points.map((point) => [
              utcMinute(point.ts, t.language),
              t.number(point.equity, { decimals: 2 }),
              t.number(point.cumulative, { decimals: 2, sign: 'always' }),
              t.number(point.drawdownPercent, { decimals: 2 }),
            ]),
            file: {
              name: `${portfolio.name} equity`,
              rows: pnl.points.map(({ ts, equity, cumulative, drawdownPercent }) => {
                return [ts, equity, cumulative, drawdownPercent];
              }),
            },
          })}
        />
      ) : null}
      <LogCut log={log} what="marks" search={{ to: log.entries.at(-1)?.ts ?? '' }} />
    </Card>
  );
}

/** A click on a day shows the cycles that ended on it. */
function CalendarCard({ pnl, today }: { pnl: Pnl; today: string }) {
  const t = useText();
  const [day, setDay] = useSearchText('day');
  const [page, setPage] = useState(0);
  const first = pnl.dateFrom.slice(0, 10);
  const range = calendarRange(first, today, page);
  const arrow = { variant: 'subtle', size: 26 } as const;
  return (
    <Card
      title={t('cycles.byDay')}
      note="USDT, UTC"
      actions={
        <>
          <IconButton
            {...arrow}
            aria-label={t('cycles.earlier', { days: CALENDAR_DAYS })}
            disabled={range.from <= first}
            onClick={() => setPage(page + 1)}
          >
            <ChevronLeft size={16} />
          </IconButton>
          <IconButton
            {...arrow}
            aria-label={t('cycles.later', { days: CALENDAR_DAYS })}
            disabled={page === 0}
            onClick={() => setPage(page - 1)}
          >
            <ChevronRight size={16} />
          </IconButton>
        </>
      }
    >
      <Calendar days={pnl.days} {...range} today={today} selected={day === '' ? null : day} onSelect={setDay} />
    </Card>
  );
}
