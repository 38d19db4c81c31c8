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
  const rows = points.data?.pages[0]?.items.filter(({ figures }) => figures !== null).slice(0, ROWS) ?? [];
  return (
    <Card
      title={t('backtest.ranking')}
      note={t('backtest.rankingNote')}
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
              {(['return', 'worst', 'drawdown', 'cycles', 'won'] as const).map((column) => (
                <th key={column} scope="col" data-right>
                  {t(`backtest.column.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((point) => (
              <TopPoint key={point.botId} point={point} isShown={point.botId === botId} />
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

function TopPoint({ point, isShown }: { readonly point: PointRow; readonly isShown: boolean }) {
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
      <td data-right>
        <Pct kind="result" value={plateau} />
      </td>
      <td data-right>
        <Pct kind="result" value={figures === null ? null : asFall(figures.maxDrawdownPercent)} />
      </td>
      <td data-right>{t.number(String(figures?.cycles ?? 0))}</td>
      <td data-right>
        <Pct kind="plain" decimals={1} value={figures?.winRatePercent} />
      </td>
    </tr>
  );
}
