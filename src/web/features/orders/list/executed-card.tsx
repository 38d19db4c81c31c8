import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { FilterList } from '#web/ui/form/choice-list.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { Card } from '#web/ui/page/card.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { allOrders, executedOrdersQuery, ORDERS_EXPORT_MAX } from '../order-queries.ts';
import css from '../orders.module.css';
import { type OrderChoice, states } from '../use-order-filter.ts';
import { executedColumns, orderCard } from './order-columns.tsx';

/** Single orders of the period, the latest first; the file holds all of them, not only those that are loaded. */
export function ExecutedCard({ choice }: { readonly choice: OrderChoice }) {
  const t = useText();
  const queries = useQueryClient();
  const pages = useInfiniteQuery(executedOrdersQuery(choice.list));
  const rows = useMemo(() => pages.data?.pages.flatMap(({ items }) => items) ?? [], [pages.data]);
  const columns = useMemo(() => executedColumns(t), [t]);
  const older = () => {
    if (pages.hasNextPage && !pages.isFetching) void pages.fetchNextPage();
  };
  return (
    <Card
      title={t('orders.executed')}
      note={t('orders.executedNote')}
      actions={<ListFilters choice={choice} />}
      isFlush
    >
      {pages.isPending ? <SkeletonRows rows={8} /> : null}
      {pages.isError ? <ProblemNote error={pages.error} onRetry={() => void pages.refetch()} /> : null}
      {pages.data === undefined ? null : (
        <div className={css['list']}>
          <DataTable
            label={t('orders.executed')}
            rows={rows}
            columns={columns}
            rowId={({ orderId }) => orderId}
            rowHeight={30}
            isStale={pages.isPlaceholderData}
            paging={{
              total: pages.hasNextPage ? null : rows.length,
              onEnd: older,
              allRows: async () => {
                const orders = await allOrders(queries, choice.list);
                const count = t.number(String(orders.length));
                if (orders.length >= ORDERS_EXPORT_MAX) toast(t('orders.exportedMost', { count }));
                return orders;
              },
            }}
            csvName="orders"
            storageKey="executed-orders"
            card={(order) => orderCard(order, t)}
            empty={<Empty title={t('orders.noOrders')} />}
          />
        </div>
      )}
      {pages.hasNextPage ? (
        <div className={css['more']}>
          <Button loading={pages.isFetchingNextPage} onClick={older}>
            {t('orders.more')}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}

function ListFilters({ choice: { list, set } }: { readonly choice: OrderChoice }) {
  const t = useText();
  return (
    <span className={`${css['filters']} ${css['beside']}`}>
      <FilterList
        label={t('orders.state')}
        all={t('orders.anyFilled')}
        value={list.state}
        onChange={(state) => set({ state })}
        options={states.map((value) => ({ value, label: t(`cycles.order.${value}`) }))}
      />
      <FilterList
        label={t('orders.side')}
        all={t('orders.bothSides')}
        value={list.side}
        onChange={(side) => set({ side })}
        options={(['BUY', 'SELL'] as const).map((value) => ({ value, label: t(`orders.side.${value}`) }))}
      />
    </span>
  );
}
