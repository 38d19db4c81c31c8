import { roleText } from '#web/bots/cycles/order-table.tsx';
import type { Text } from '#web/i18n/text.tsx';
import type { Column } from '#web/ui/table/column.ts';
import { utcMinute } from '#web/ui/values/format.ts';
import { Money } from '#web/ui/values/money.tsx';
import { Price } from '#web/ui/values/price.tsx';
import type { TestFill } from '../report-queries.ts';

export function fillColumns(t: Text): readonly Column<TestFill>[] {
  return [
    {
      id: 'filled',
      title: t('cycles.fill.filled'),
      cell: ({ ts }) => utcMinute(ts, t.language),
      exact: ({ ts }) => ts,
    },
    { id: 'symbol', title: t('cycles.column.symbol'), cell: ({ symbol }) => symbol, exact: ({ symbol }) => symbol },
    {
      id: 'order',
      title: t('cycles.fill.order'),
      cell: (fill) => roleText(fill, t),
      exact: (fill) => roleText(fill, t),
    },
    {
      id: 'side',
      title: t('backtest.column.side'),
      cell: ({ side }) => t(`backtest.side.${side}`),
      exact: ({ side }) => t(`backtest.side.${side}`),
    },
    {
      id: 'price',
      title: t('cycles.fill.price'),
      align: 'right',
      cell: ({ price }) => <Price value={price} />,
      exact: ({ price }) => price,
    },
    {
      id: 'qty',
      title: t('cycles.fill.qty'),
      align: 'right',
      cell: ({ qty }) => t.number(qty),
      exact: ({ qty }) => qty,
    },
    {
      id: 'value',
      title: t('cycles.fill.value'),
      align: 'right',
      cell: ({ quoteQty }) => <Money kind="amount" value={quoteQty} />,
      exact: ({ quoteQty }) => quoteQty,
    },
    {
      id: 'fee',
      title: t('cycles.fill.fee'),
      align: 'right',
      cell: ({ commissionUsdt }) => <Money kind="amount" value={commissionUsdt} />,
      exact: ({ commissionUsdt }) => commissionUsdt,
    },
  ];
}
