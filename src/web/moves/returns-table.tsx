import { useText } from '#web/i18n/text.tsx';
import { Pct } from '#web/ui/values/pct.tsx';
import css from './moves.module.css';
import type { ToldMoves } from './price-move-queries.ts';

const FIGURES = ['mean', 'deviation', 'atP1', 'atP5', 'atP50', 'atP95', 'atP99'] as const;

/** How much the price changed over fixed times, whatever the direction. */
export function ReturnsTable({ returns }: Pick<ToldMoves, 'returns'>) {
  const t = useText();
  return (
    <section className={css['part']}>
      <h3>{t('moves.returns')}</h3>
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
