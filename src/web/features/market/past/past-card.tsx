import type { ReactNode } from 'react';
import { PastChart } from '#web/charts/past/past-chart.tsx';
import type { PastPicture, PastPoint } from '#web/charts/past/past-drawing.ts';
import type { TableTwin } from '#web/charts/table-twin.ts';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { AfterPaint } from '#web/ui/page/after-paint.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonBlock } from '#web/ui/page/skeleton.tsx';
import { utcMinute } from '#web/ui/values/format.ts';
import css from '../market.module.css';

const HEIGHT = 220;

/** A list that is read page by page, as far as it matters here. */
interface PastPages {
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: unknown;
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isFetchingNextPage: boolean;
  readonly refetch: () => unknown;
  readonly fetchNextPage: () => unknown;
}

interface PastCardProps {
  readonly title: string;
  readonly actions: ReactNode;
  readonly pages: PastPages;
  /** Why there is nothing, and what will change that. */
  readonly empty: { readonly title: string; readonly more: string };
  /** Oldest first. */
  readonly points: readonly PastPoint[];
  readonly look: PastPicture['look'];
  /** The word for the figure. */
  readonly name: string;
  readonly table: () => TableTwin;
  /** Figures between the head and the chart. */
  readonly children?: ReactNode;
}

/** What was collected of one figure of a contract: its chart, how far back it goes, and a button to load more. */
export function PastCard({ title, actions, pages, empty, children, ...picture }: PastCardProps) {
  const { points } = picture;
  const isEmpty = !pages.isPending && points.length === 0;
  return (
    <Card title={title} actions={points.length === 0 ? undefined : actions} isFlush>
      {pages.isError ? <ProblemNote error={pages.error} onRetry={() => void pages.refetch()} /> : null}
      {pages.isPending ? <SkeletonBlock height={HEIGHT} /> : null}
      {isEmpty && !pages.isError ? <Empty title={empty.title}>{empty.more}</Empty> : null}
      {points.length === 0 ? null : (
        <>
          {children}
          <Drawn title={title} {...picture} />
          <Begin pages={pages} points={points} />
        </>
      )}
    </Card>
  );
}

function Drawn({ title, ...picture }: Omit<PastPicture, 'viewKey'> & Pick<PastCardProps, 'title' | 'name' | 'table'>) {
  const t = useText();
  return (
    <AfterPaint height={HEIGHT}>
      <PastChart
        {...picture}
        // More of the past shows more of it, and so does another unit; a new figure at the end moves nothing.
        viewKey={`${picture.name} ${picture.points[0]?.time}`}
        label={title}
        height={HEIGHT}
        showTable={t('chart.table')}
        showChart={t('chart.chart')}
      />
    </AfterPaint>
  );
}

function Begin({ pages, points }: Pick<PastCardProps, 'pages' | 'points'>) {
  const t = useText();
  const first = points[0];
  return (
    <div className={css['begin']}>
      <span>
        {first === undefined
          ? ''
          : t('past.since', {
              time: utcMinute(new Date(first.time).toISOString(), t.language),
              count: t.number(String(points.length)),
            })}
      </span>
      <span role="status">
        {pages.isFetchingNextPage ? t('past.loading') : pages.hasNextPage ? null : t('past.begin')}
      </span>
      {pages.hasNextPage ? (
        <Button size="compact-xs" disabled={pages.isFetching} onClick={() => void pages.fetchNextPage()}>
          {t('past.older')}
        </Button>
      ) : null}
    </div>
  );
}
