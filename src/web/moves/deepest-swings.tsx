import { useText } from '#web/i18n/text.tsx';
import { missing, utcMinute } from '#web/ui/values/format.ts';
import { Pct } from '#web/ui/values/pct.tsx';
import { Price } from '#web/ui/values/price.tsx';
import css from './moves.module.css';
import type { ToldSwing } from './price-move-queries.ts';

interface DeepestSwingsProps {
  readonly swings: readonly ToldSwing[];
}

/** The swings that were survived by fewest ladders, deepest first. */
export function DeepestSwings({ swings }: DeepestSwingsProps) {
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
