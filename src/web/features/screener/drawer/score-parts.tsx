import { useText } from '#web/i18n/text.tsx';
import { missing } from '#web/ui/values/format.ts';
import css from '../screener.module.css';
import type { ScreenerRow } from '../screener-queries.ts';

/** The score in words, for a place without a header. */
export function ScoreWord({ row }: { readonly row: ScreenerRow }) {
  const t = useText();
  const { score } = row;
  return <span>{score == null ? t('screener.score.none') : t('screener.score.of', { score })}</span>;
}

/** How the score came about: the points of each part, and which part is not known. */
export function ScoreParts({ row: { scoreParts, ownScore, score } }: { readonly row: ScreenerRow }) {
  const t = useText();
  const known = scoreParts.reduce((sum, { points, pointsMax }) => sum + (points === null ? 0 : pointsMax), 0);
  return (
    <>
      <table className={css['parts']}>
        <caption className="by-hidden">{t('screener.score.parts')}</caption>
        <tbody>
          {scoreParts.map(({ part, points, pointsMax }) => (
            <tr key={part}>
              <th scope="row">{t(`screener.score.${part}`)}</th>
              <td>
                <span className={css['gauge']} aria-hidden="true">
                  <span
                    style={{ width: points === null ? '0' : `${((Number(points) / pointsMax) * 100).toFixed(1)}%` }}
                  />
                </span>
              </td>
              <td data-align="right">
                {points === null ? missing : t.number(points)} / {t.number(String(pointsMax))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={css['quiet']}>
        {ownScore != null && score === ownScore
          ? t('screener.score.own', { score: ownScore })
          : t('screener.score.known', { known })}
      </p>
    </>
  );
}
