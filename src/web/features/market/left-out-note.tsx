import type { Reply } from '#contract/call.ts';
import type { getMarket } from '#contract/market.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { Note } from '#web/ui/page/note.tsx';
import css from './market.module.css';

export type UnusedRow = Reply<typeof getMarket>['leftOut'][number];

const SHOWN_MAX = 200;

/** The contracts and rows that the program cannot use, with their reasons; renders nothing while there are none. */
export function LeftOutNote({ rows }: { readonly rows: readonly UnusedRow[] }) {
  const t = useText();
  if (rows.length === 0) return null;
  const lines = [...new Map(rows.map((row) => [Object.values(row).join(' '), row]))]; // Two rows may be the same.
  const contracts = rows.filter(({ list, reason }) => list === 'contracts' && reason !== 'list').length;
  const title =
    contracts > 0 ? t('market.leftOut', { count: contracts }) : t('market.leftOutRows', { count: rows.length });
  return (
    <Note tone="warn" title={title}>
      {t('market.leftOutMore')}
      <details className={css['leftOut']}>
        <summary>{t('market.leftOutShow')}</summary>
        <ul>
          {lines.slice(0, SHOWN_MAX).map(([key, row]) => (
            <li key={key}>
              {row.name === '' ? null : <b>{row.name}</b>} {t(`market.list.${row.list}`)}: {reasonText(row, t)}
            </li>
          ))}
        </ul>
        {lines.length > SHOWN_MAX ? t('market.history.moreGaps', { count: lines.length - SHOWN_MAX }) : null}
      </details>
    </Note>
  );
}

function reasonText({ reason, detail }: UnusedRow, t: Text): string {
  if (reason === 'field' && detail === '') return t('market.leftOut.row');
  return t(`market.leftOut.${reason}`, { detail });
}
