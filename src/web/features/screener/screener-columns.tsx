import type { ScreenerColumnKey } from '#contract/screener/get-futures.ts';
import type { Text } from '#web/i18n/text.tsx';
import { Spark } from '#web/ui/figures/spark.tsx';
import type { Column } from '#web/ui/table/column.ts';
import { decimalsOf } from '#web/ui/values/format.ts';
import { columnHint } from './column-ages.ts';
import type { ShownRule } from './rule/use-rule.ts';
import css from './screener.module.css';
import type { ScreenerRow, Screening } from './screener-queries.ts';
import { type ColumnSet, columnLooks, columnSets } from './screener-sets.ts';
import { ScreenerValue } from './screener-value.tsx';

interface ShownScreening {
  readonly found: Screening;
  readonly rule: ShownRule;
}

/** Symbol and score, and the columns of a set, each with when its values are from. */
export function screenerColumns(shown: ShownScreening, set: ColumnSet, t: Text): readonly Column<ScreenerRow>[] {
  const pad = shown.found.items.reduce((most, { tickSize }) => Math.max(most, decimalsOf(tickSize)), 0);
  const spark: readonly Column<ScreenerRow>[] = set === 'overview' || set === 'price' ? [sparkColumn(t)] : [];
  const ages = { ages: shown.found.ages, rule: shown.rule };
  const columnOf = (column: ScreenerColumnKey) => ({
    ...valueColumn(column, pad, t),
    hint: columnHint(column, ages, t),
  });
  return [symbolColumn(t), columnOf('score'), ...spark, ...columnSets[set].map(columnOf)];
}

function symbolColumn(t: Text): Column<ScreenerRow> {
  return {
    id: 'symbol',
    title: t('screener.column.symbol'),
    cell: ({ futuresTicker, baseAsset }) => <SymbolName symbol={futuresTicker} baseAsset={baseAsset} />,
    sort: ({ futuresTicker }) => futuresTicker,
    exact: ({ futuresTicker }) => futuresTicker,
    isHideable: false,
  };
}

function sparkColumn(t: Text): Column<ScreenerRow> {
  return {
    id: 'spark',
    title: t('screener.column.spark'),
    cell: ({ futuresTicker, spark }) => (
      <Spark values={spark} label={t('screener.sparkOf', { symbol: futuresTicker })} width={64} />
    ),
    yieldsTo: 'drawer',
  };
}

function valueColumn(column: ScreenerColumnKey, pad: number, t: Text): Column<ScreenerRow> {
  const isText = columnLooks[column].look === undefined;
  return {
    id: column,
    title: t(`screener.column.${column}`),
    cell: (row) => <ScreenerValue row={row} column={column} pad={pad} />,
    sort: (row) => orderOf(row[column], isText),
    exact: (row) => row[column] ?? null,
    align: isText ? 'left' : 'right',
  };
}

function orderOf(value: string | number | null | undefined, isText: boolean): string | number | null {
  if (value === null || value === undefined || value === '') return null;
  return isText ? value : Number(value);
}

/** The symbol with its coin emphasised and its quote currency muted. */
export function SymbolName({ symbol, baseAsset }: { readonly symbol: string; readonly baseAsset: string }) {
  const isPlain = symbol.startsWith(baseAsset);
  return (
    <span className={css['symbol']}>
      <b>{isPlain ? baseAsset : symbol}</b>
      {isPlain ? symbol.slice(baseAsset.length) : ''}
    </span>
  );
}
