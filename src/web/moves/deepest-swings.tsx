import { type Text, useText } from '#web/i18n/text.tsx';
import type { FileColumn } from '#web/ui/table/csv.ts';
import { TableFile } from '#web/ui/table/table-file.tsx';
import { missing, utcMinute } from '#web/ui/values/format.ts';
import { Pct } from '#web/ui/values/pct.tsx';
import { Price } from '#web/ui/values/price.tsx';
import css from './moves.module.css';
import type { ToldMoves, ToldSwing } from './price-move-queries.ts';

/** The swings that were survived by fewest ladders, deepest first. */
export function DeepestSwings({ futuresTicker, drops }: Pick<ToldMoves, 'futuresTicker' | 'drops'>) {
  const t = useText();
  const swings = drops.largest;
  return (
    <>
      <TableFile name={`${futuresTicker} deepest swings`} columns={columnsOf(t)} rows={() => swings} />
      <Rows swings={swings} />
    </>
  );
}

function Rows({ swings }: { readonly swings: readonly ToldSwing[] }) {
  const t = useText();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: A scrolling table must be reachable by keyboard.
    <section className={css['scroll']} tabIndex={0} aria-label={t('moves.deepest')}>
      <table className={css['table']}>
        <thead>
          <tr>
            <th scope="col">{t('moves.column.began')}</th>
            <th scope="col">{t('moves.column.drop')}</th>
            <th scope="col">{t('moves.column.prices')}</th>
            <th scope="col">{t('moves.column.ended')}</th>
          </tr>
        </thead>
        <tbody>
          {swings.map((swing) => (
            <tr key={swing.beginDate}>
              <th scope="row">{utcMinute(swing.beginDate, t.language)}</th>
              <td>
                <Pct kind="plain" value={swing.dropPercent} />
              </td>
              <td>
                <Price value={swing.beginPrice} /> → <Price value={swing.deepestPrice} />
              </td>
              <td>{swing.endDate === null ? missing : utcMinute(swing.endDate, t.language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function columnsOf(t: Text): readonly FileColumn<ToldSwing>[] {
  return [
    { title: t('moves.column.began'), exact: ({ beginDate }) => beginDate },
    { title: t('moves.column.drop'), exact: ({ dropPercent }) => dropPercent },
    { title: t('moves.column.beginPrice'), exact: ({ beginPrice }) => beginPrice },
    { title: t('moves.column.deepestPrice'), exact: ({ deepestPrice }) => deepestPrice },
    { title: t('moves.column.turned'), exact: ({ turnDate }) => turnDate },
    { title: t('moves.column.ended'), exact: ({ endDate }) => endDate },
  ];
}
