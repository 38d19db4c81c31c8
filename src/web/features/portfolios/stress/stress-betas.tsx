import { type Text, useText } from '#web/i18n/text.tsx';
import type { Column } from '#web/ui/table/column.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { distancePercent } from '#web/ui/values/distance.ts';
import { Pct } from '#web/ui/values/pct.tsx';
import { Price } from '#web/ui/values/price.tsx';
import css from './stress.module.css';
import type { StressTest } from './stress-query.ts';

type StressedSymbol = StressTest['symbols'][number];

/** What the test assumes, and how far each symbol falls. */
export function StressBetas({ test }: { readonly test: StressTest }) {
  const t = useText();
  const { marketPercent: percent, minutes, betaDays: days, betaReturnsMin: returns } = test;
  return (
    <div className={css['assumed']}>
      <p>{t('stress.assumes', { percent, minutes })}</p>
      <p>{t('stress.notAssumed')}</p>
      <details>
        <summary>{t('stress.betas')}</summary>
        <p>{t('stress.betasNote', { days, returns })}</p>
        <DataTable
          label={t('stress.betas')}
          rows={test.symbols}
          columns={columnsOf(t)}
          rowId={({ symbol }) => symbol}
          rowHeight={32}
          csvName="betas"
        />
      </details>
    </div>
  );
}

function columnsOf(t: Text): readonly Column<StressedSymbol>[] {
  return [
    {
      id: 'symbol',
      title: t('stress.symbol'),
      sort: ({ symbol }) => symbol,
      exact: ({ symbol }) => symbol,
      cell: ({ symbol }) => symbol,
    },
    {
      id: 'beta',
      title: t('stress.beta'),
      align: 'right',
      sort: ({ beta }) => Number(beta),
      exact: ({ measuredBeta }) => measuredBeta,
      cell: ({ beta, measuredBeta, returns }) =>
        measuredBeta === null ? t('stress.betaAssumed', { count: returns }) : t.number(beta, { decimals: 2 }),
    },
    {
      id: 'price',
      title: t('stress.price'),
      align: 'right',
      exact: ({ price }) => price,
      cell: ({ price }) => <Price value={price} />,
    },
    {
      id: 'after',
      title: t('stress.priceAfter'),
      align: 'right',
      exact: ({ stressedPrice }) => stressedPrice,
      cell: ({ stressedPrice }) => <Price value={stressedPrice} />,
    },
    {
      id: 'move',
      title: t('stress.move'),
      align: 'right',
      sort: ({ price, stressedPrice }) => Number(distancePercent(price, stressedPrice)),
      cell: ({ price, stressedPrice }) => <Pct value={distancePercent(price, stressedPrice)} />,
    },
  ];
}
