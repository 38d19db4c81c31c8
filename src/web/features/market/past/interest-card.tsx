import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type Text, useText } from '#web/i18n/text.tsx';
import { Segments } from '#web/ui/form/segments.tsx';
import type { FileColumn } from '#web/ui/table/csv.ts';
import { CsvButton } from '#web/ui/table/csv-button.tsx';
import css from '../market.module.css';
import { PastCard } from './past-card.tsx';
import { allInterest, type Interest, interestQuery } from './past-queries.ts';

type Unit = 'quantity' | 'notional';

interface InterestCardProps {
  readonly symbol: string;
  readonly baseAsset: string;
}

/** How much of a contract was held open, as it was collected hour by hour. */
export function InterestCard({ symbol, baseAsset }: InterestCardProps) {
  const t = useText();
  const [unit, setUnit] = useState<Unit>('notional');
  const pages = useInfiniteQuery(interestQuery(symbol));
  const rows = useMemo(() => pages.data?.pages.flatMap(({ items }) => items) ?? [], [pages.data]);
  const names = { quantity: baseAsset, notional: 'USDT' };
  const points = useMemo(() => rows.toReversed().map((row) => pointOf(row, unit, t)), [rows, unit, t]);
  const columns = columnsOf(baseAsset, t);
  return (
    <PastCard
      title={t('past.interest')}
      pages={pages}
      points={points}
      look="amounts"
      name={names[unit]}
      empty={{ title: t('past.noInterest', { symbol }), more: t('past.noInterestMore') }}
      actions={
        <div className={css['unit']}>
          <Segments
            label={t('past.unit')}
            value={unit}
            onChange={setUnit}
            options={(['notional', 'quantity'] as const).map((value) => ({ value, label: names[value] }))}
          />
          <CsvButton name={`${symbol} open interest`} columns={columns} rows={() => allInterest(symbol)} />
        </div>
      }
      table={() => ({
        head: columns.map(({ title }) => title),
        rows: rows.map(({ toldAt, quantity, price, notional }) => [
          toldAt.slice(0, 16).replace('T', ' '),
          ...[quantity, price, whole(notional)].map((figure) => t.number(figure)),
        ]),
        file: {
          name: `${symbol} open interest`,
          rows: rows.map(({ toldAt, quantity, price, notional }) => [toldAt, quantity, price, notional]),
        },
      })}
    />
  );
}

function columnsOf(baseAsset: string, t: Text): readonly FileColumn<Interest>[] {
  return [
    { title: t('past.time'), exact: ({ toldAt }) => toldAt },
    { title: t('past.quantity', { unit: baseAsset }), exact: ({ quantity }) => quantity },
    { title: t('past.price'), exact: ({ price }) => price },
    { title: t('past.notional'), exact: ({ notional }) => notional },
  ];
}

function pointOf(row: Interest, unit: Unit, t: Text) {
  return { time: Date.parse(row.toldAt), value: Number(row[unit]), told: t.number(whole(row[unit])) };
}

/** What stands behind the point says nothing of a whole market. */
const whole = (figure: string): string => figure.split('.')[0] ?? '';
