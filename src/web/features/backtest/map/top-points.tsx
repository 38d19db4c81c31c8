import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useText } from '#web/i18n/text.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { useSearchText } from '#web/ui/table/search-text.ts';
import { Pct } from '#web/ui/values/pct.tsx';
import { pointText } from '../path-words.ts';
import css from '../result/result.module.css';
import { type PointRow, pointPagesQuery, type TestDetail } from '../test-queries.ts';
import { asFall } from '../test-words.ts';

/** So many points are listed beside the map; all of them have a page of their own. */
const ROWS = 6;

interface TopPointsProps {
  readonly test: TestDetail;
  readonly botId: string;
}

/** The points by their worst neighbour, never by their own best. */
export function TopPoints({ test, botId }: TopPointsProps) {
  const t = useText();
  const points = useInfiniteQuery(pointPagesQuery({ conditionId: test.conditionId, sort: '-plateau' }));
  // Neighbours are compared by what points are ranked by, so that figure stands beside theirs.
  const columns = [
    'return',
    ...(test.rankBy === 'roi_committed' ? (['roi'] as const) : []),
    'worst',
    'drawdown',
    'cycles',
  ] as const;
  const rows = points.data?.pages[0]?.items.filter(({ figures }) => figures !== null).slice(0, ROWS) ?? [];
  return (
    <Card
      title={t('backtest.ranking')}
      note={t('backtest.rankedBy', { by: t(`backtest.rank.${test.rankBy}`) })}
      actions={
        <Link to="/backtest/$id" params={{ id: test.conditionId }} search={{ tab: 'points' }}>
          {t.plural('backtest.allPoints', test.pointsDone)}
        </Link>
      }
      isFlush
    >
      {points.isPending ? <SkeletonRows rows={ROWS} /> : null}
      {points.isError ? <ProblemNote error={points.error} onRetry={() => void points.refetch()} /> : null}
      {rows.length === 0 ? null : (
        <table className={css['table']} aria-label={t('backtest.ranking')}>
          <thead>
            <tr>
              <th scope="col">{t('backtest.column.point')}</th>
              {columns.map((column) => (
                <th key={column} scope="col" data-right>
                  {t(`backtest.column.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((point) => (
              <TopPoint
                key={point.botId}
                point={point}
                isShown={point.botId === botId}
                hasRoi={test.rankBy === 'roi_committed'}
              />
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

interface TopPointProps {
  readonly point: PointRow;
  readonly isShown: boolean;
  /** Whether points are ranked by the return on committed margin. */
  readonly hasRoi: boolean;
}

function TopPoint({ point, isShown, hasRoi }: TopPointProps) {
  const t = useText();
  const [, setPoint] = useSearchText('point');
  const { figures, plateau } = point;
  return (
    <tr data-shown={isShown || undefined}>
      <th scope="row">
        <button type="button" aria-pressed={isShown} onClick={() => setPoint(point.botId)}>
          {pointText(point.point, point.kind, t)}
        </button>
      </th>
      <td data-right>
        <Pct kind="result" value={figures?.returnPercent} />
      </td>
      {hasRoi ? (
        <td data-right>
          <Pct kind="result" value={figures?.roiCommittedPercent} />
        </td>
      ) : null}
      <td data-right>
        <Pct kind="result" value={plateau} />
      </td>
      <td data-right>
        <Pct kind="result" value={figures === null ? null : asFall(figures.maxDrawdownPercent)} />
      </td>
      <td data-right>{t.number(String(figures?.cycles ?? 0))}</td>
    </tr>
  );
}
