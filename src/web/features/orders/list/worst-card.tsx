import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { type StatSearch, worstOrdersQuery } from '../order-queries.ts';
import css from '../orders.module.css';
import { orderCard, worstColumns } from './order-columns.tsx';

const NONE = [] as const;

/** The orders that cost most beyond the price they were decided at. */
export function WorstCard({ search }: { readonly search: StatSearch }) {
  const t = useText();
  const worst = useQuery(worstOrdersQuery(search));
  const columns = useMemo(() => worstColumns(t), [t]);
  const rows = worst.data?.items ?? NONE;
  return (
    <Card title={t('orders.worst')} note={t('orders.worstNote')} isFlush>
      {worst.isPending ? <SkeletonRows rows={6} /> : null}
      {worst.isError ? <ProblemNote error={worst.error} onRetry={() => void worst.refetch()} /> : null}
      {worst.data === undefined ? null : (
        <div className={css['table']}>
          <DataTable
            label={t('orders.worst')}
            rows={rows}
            columns={columns}
            rowId={({ orderId }) => orderId}
            rowHeight={30}
            isStale={worst.isPlaceholderData}
            csvName="worst-orders"
            card={(order) => orderCard(order, t)}
            empty={<Empty title={t('orders.noWorst')} />}
          />
        </div>
      )}
    </Card>
  );
}
