import { type Text, useText } from '#web/i18n/text.tsx';
import type { FileColumn } from '#web/ui/table/csv.ts';
import { CsvButton } from '#web/ui/table/csv-button.tsx';
import { Pct } from '#web/ui/values/pct.tsx';
import css from './moves.module.css';
import type { ToldMoves } from './price-move-queries.ts';

type Return = ToldMoves['returns'][number];

const FIGURES = ['mean', 'deviation', 'atP1', 'atP5', 'atP50', 'atP95', 'atP99'] as const;

/** How much the price changed over fixed times, whatever the direction. */
export function ReturnsTable({ futuresTicker, returns }: Pick<ToldMoves, 'futuresTicker' | 'returns'>) {
  const t = useText();
  return (
    <section className={css['part']}>
      <div className={css['head']}>
        <h3>{t('moves.returns')}</h3>
        <CsvButton name={`${futuresTicker} returns`} columns={columnsOf(t)} rows={() => returns} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: A scrolling table must be reachable by keyboard. */}
      <section className={css['scroll']} tabIndex={0} aria-label={t('moves.returns')}>
        <table className={css['table']}>
          <thead>
            <tr>
              <th scope="col">{t('moves.column.horizon')}</th>
              <th scope="col">{t('moves.column.samples')}</th>
              {FIGURES.map((figure) => (
                <th key={figure} scope="col">
                  {t(`moves.column.${figure}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {returns.map((row) => (
              <tr key={row.horizon}>
                <th scope="row">{t(`moves.horizon.${row.horizon}`)}</th>
                <td>{t.number(String(row.samples))}</td>
                {FIGURES.map((figure) => (
                  <td key={figure}>
                    <Pct kind={figure === 'deviation' ? 'plain' : 'signed'} value={row[figure]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}

function columnsOf(t: Text): readonly FileColumn<Return>[] {
  return [
    { title: t('moves.column.horizon'), exact: ({ horizon }) => t(`moves.horizon.${horizon}`) },
    { title: t('moves.column.samples'), exact: ({ samples }) => samples },
    ...FIGURES.map((figure) => ({ title: t(`moves.column.${figure}`), exact: (row: Return) => row[figure] })),
  ];
}
