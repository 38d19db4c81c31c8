import type { ReactNode } from 'react';
import type { DeletedReturn } from '#web/api/returns-query.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import type { FileColumn } from '#web/ui/table/csv.ts';
import { TableFile } from '#web/ui/table/table-file.tsx';
import { Money } from '#web/ui/values/money.tsx';
import { Pct } from '#web/ui/values/pct.tsx';
import { drawnLooks, HOLDING } from './return-lines.ts';
import { isKnown, knownRows, type ReturnFigures, type ReturnRow, totalReturn } from './return-rows.ts';
import css from './returns.module.css';

interface ReturnsTableProps {
  readonly rows: readonly ReturnRow[];
  readonly deleted: readonly DeletedReturn[];
}

/** The legend of the chart with its figures: return, holding and how far the one is ahead of the other. */
export function ReturnsTable({ rows, deleted }: ReturnsTableProps) {
  const t = useText();
  const looks = drawnLooks(rows);
  const gone = deleted.filter(isKnown);
  const known = knownRows(rows).length + gone.length;
  return (
    <>
      <TableFile name="returns" columns={columnsOf(t)} rows={() => rows} />
      <table className={css['table']} aria-label={t('returns.title')}>
        <thead>
          <tr>
            <th scope="col">{t('portfolio.column.name')}</th>
            <th scope="col">{t('returns.capital')}</th>
            <th scope="col">{t('returns.percent')}</th>
            <th scope="col">
              <Swatch look={HOLDING} /> {t('returns.holdingPercent')}
            </th>
            <th scope="col">{t('returns.ahead')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.portfolio.portfolioId}>
              <th scope="row">
                <Swatch look={looks.get(row.portfolio.portfolioId) ?? null} /> {row.portfolio.name}
              </th>
              <td>
                <Money kind="amount" value={row.item.capital} />
              </td>
              <Figures figures={row} unknown={<Unknown row={row} />} />
            </tr>
          ))}
          {gone.length === 0 ? null : (
            <tr>
              <th scope="row">{t('returns.deleted', { count: gone.length })}</th>
              <td />
              <Figures figures={totalReturn([], gone)} unknown={null} />
            </tr>
          )}
        </tbody>
        {known < 2 ? null : (
          <tfoot>
            <tr>
              <th scope="row">{t.plural('portfolios', known)}</th>
              <td />
              <Figures figures={totalReturn(rows, gone)} unknown={null} />
            </tr>
          </tfoot>
        )}
      </table>
      <p className={css['note']}>
        {t('returns.note')}
        {looks.size < rows.filter(({ percent }) => percent !== null).length
          ? ` ${t('returns.drawn', { count: looks.size })}`
          : ''}
      </p>
    </>
  );
}

function columnsOf(t: Text): readonly FileColumn<ReturnRow>[] {
  return [
    { title: t('portfolio.column.name'), exact: ({ portfolio }) => portfolio.name },
    { title: t('returns.capital'), exact: ({ item }) => item.capital },
    { title: t('returns.percent'), exact: ({ percent }) => percent },
    { title: t('returns.holdingPercent'), exact: ({ holding }) => holding },
    { title: t('returns.ahead'), exact: ({ ahead }) => ahead },
  ];
}

interface FiguresProps {
  readonly figures: ReturnFigures;
  /** Stands where holding is not known. */
  readonly unknown: ReactNode;
}

function Figures({ figures: { percent, holding, ahead }, unknown }: FiguresProps) {
  return (
    <>
      <td>
        <Pct kind="result" value={percent} />
      </td>
      <td>{holding === null ? unknown : <Pct kind="signed" value={holding} />}</td>
      <td>
        <Pct kind="result" value={ahead} />
      </td>
    </>
  );
}

/** Why nothing is said of holding, or that a price is missing just now. */
function Unknown({ row: { item } }: { readonly row: ReturnRow }) {
  const t = useText();
  const { code, symbol } = item.holdingUnknown ?? { code: 'NO_PRICE' as const, symbol: null };
  return <span className={css['unknown']}>{t(`returns.unknown.${code}`, { symbol: symbol ?? '' })}</span>;
}

/** The look of a line; none for what is not drawn. */
function Swatch({ look }: { readonly look: number | typeof HOLDING | null }) {
  return look === null ? null : <span className={css['swatch']} data-look={look} aria-hidden="true" />;
}
