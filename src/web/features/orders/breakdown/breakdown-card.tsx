import { useMemo } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { Segments } from '#web/ui/form/segments.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { useSearchText } from '#web/ui/table/search-text.ts';
import type { OrderStat } from '../order-queries.ts';
import css from '../orders.module.css';
import { breakdownCard, breakdownColumns, breakdownTotals } from './breakdown-columns.tsx';
import { type Breakdown, breakdownRows, breakdowns } from './breakdown-rows.ts';

/** The figures by role, bot, symbol or day; each adds up to the same total. */
export function BreakdownCard({ stat }: { readonly stat: OrderStat }) {
  const t = useText();
  const [chosen, setChosen] = useSearchText('by');
  const by: Breakdown = breakdowns.find((one) => one === chosen) ?? 'role';
  const columns = useMemo(() => breakdownColumns(by, t), [by, t]);
  const rows = useMemo(() => breakdownRows(stat, by, t), [stat, by, t]);
  return (
    <Card
      title={t(`orders.by.${by}`)}
      actions={
        <span className={css['beside']}>
          <Segments
            label={t('orders.by')}
            value={by}
            onChange={(value) => setChosen(value === 'role' ? null : value)}
            options={breakdowns.map((value) => ({ value, label: t(`orders.byName.${value}`) }))}
          />
        </span>
      }
      isFlush
    >
      <div className={`${css['table']} ${css['wide']}`}>
        <DataTable
          key={by}
          label={t(`orders.by.${by}`)}
          rows={rows}
          columns={columns}
          rowId={({ id }) => id}
          rowHeight={30}
          initialSort={by === 'day' ? { id: 'name', isDescending: true } : { id: 'sent', isDescending: true }}
          totals={breakdownTotals(stat.total, t)}
          csvName={`order-statistics-${by}`}
          storageKey="order-statistics"
          card={(row) => breakdownCard(row, t)}
          empty={<Empty title={t('orders.none')} />}
        />
      </div>
    </Card>
  );
}
