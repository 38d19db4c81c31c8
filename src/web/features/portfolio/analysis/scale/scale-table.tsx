import { type Text, useText } from '#web/i18n/text.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import { useIsPhone } from '#web/ui/page/use-is-phone.ts';
import type { Column } from '#web/ui/table/column.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { Money } from '#web/ui/values/money.tsx';
import type { ScaleAnswer } from './scale-query.ts';

type Row = ScaleAnswer['symbols'][number];
type Side = 'before' | 'after';

/** By symbol and in all: what the cycles came to beside what they would have come to. */
export function ScaleTable({ answer: { symbols, total } }: { readonly answer: ScaleAnswer }) {
  const t = useText();
  const isPhone = useIsPhone();
  const columns = columnsOf(t);
  const whole = { ...total, symbol: t('analysis.all') };
  return (
    <DataTable
      label={t('scale.title')}
      rows={isPhone && symbols.length > 1 ? [...symbols, whole] : symbols}
      columns={columns}
      rowId={({ symbol }) => symbol}
      rowHeight={32}
      csvName="another-scale"
      totals={Object.fromEntries(columns.map(({ id, cell }) => [id, cell?.(whole)]))}
      card={(row) => ({
        title: row.symbol,
        figure: <Money value={row.after.result} />,
        state: t('scale.was', { amount: t.number(row.before.result, { decimals: 2, sign: 'always' }) }),
        aside: (
          <>
            {t('scale.drawdownBefore')} <Money kind="amount" value={row.after.drawdown} />
          </>
        ),
      })}
      empty={<Empty title={t('scale.empty')} />}
    />
  );
}

function columnsOf(t: Text): readonly Column<Row>[] {
  return [
    {
      id: 'symbol',
      title: t('scale.symbol'),
      sort: ({ symbol }) => symbol,
      exact: ({ symbol }) => symbol,
      cell: ({ symbol }) => symbol,
    },
    ...pair(t, 'result', 'result'),
    money(t, { id: 'openResult', kind: 'result', of: ({ after }) => after.openResult }),
    ...pair(t, 'drawdown', 'amount'),
    ...pair(t, 'margin', 'amount'),
    ...sides.map((side) => counted(t, `cycles${side.suffix}`, (row) => row[side.name].cycles)),
    ...sides.map((side) => counted(t, `liquidations${side.suffix}`, (row) => row[side.name].liquidations)),
    counted(t, 'unfinished', ({ after }) => after.unfinished),
    counted(t, 'blocked', ({ blocked }) => blocked),
  ];
}

const sides = [
  { name: 'before', suffix: 'Before' },
  { name: 'after', suffix: 'After' },
] as const satisfies readonly { readonly name: Side; readonly suffix: string }[];

function pair(t: Text, figure: 'result' | 'drawdown' | 'margin', kind: 'result' | 'amount'): readonly Column<Row>[] {
  return sides.map(({ name, suffix }) => money(t, { id: `${figure}${suffix}`, kind, of: (row) => row[name][figure] }));
}

type MoneyId = 'openResult' | `${'result' | 'drawdown' | 'margin'}${'Before' | 'After'}`;
type CountId = 'unfinished' | 'blocked' | `${'cycles' | 'liquidations'}${'Before' | 'After'}`;

interface MoneyColumn {
  readonly id: MoneyId;
  readonly kind: 'result' | 'amount';
  readonly of: (row: Row) => string;
}

function money(t: Text, { id, kind, of }: MoneyColumn): Column<Row> {
  return {
    id,
    title: t(`scale.${id}`),
    align: 'right',
    sort: (row) => Number(of(row)),
    exact: of,
    cell: (row) => <Money kind={kind} value={of(row)} />,
  };
}

function counted(t: Text, id: CountId, of: (row: Row) => number): Column<Row> {
  return { id, title: t(`scale.${id}`), align: 'right', sort: of, exact: of, cell: of };
}
