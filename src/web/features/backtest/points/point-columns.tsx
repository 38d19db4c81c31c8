import type { Text } from '#web/i18n/text.tsx';
import type { Column } from '#web/ui/table/column.ts';
import type { TableSort } from '#web/ui/table/use-sorted-rows.ts';
import { missing } from '#web/ui/values/format.ts';
import { Money } from '#web/ui/values/money.tsx';
import { Pct } from '#web/ui/values/pct.tsx';
import { exactGridValue, gridValueText, pathTitle } from '../path-words.ts';
import type { PointFilter, PointRow, TestDetail } from '../test-queries.ts';
import { asFall, symbolsText } from '../test-words.ts';
import css from './points.module.css';

type Figures = NonNullable<PointRow['figures']>;

/** Columns that the server sorts by, by their names there. */
const sorts = {
  rank: 'rank',
  symbol: 'symbol',
  return: 'return',
  roi: 'roi',
  result: 'result',
  drawdown: 'drawdown',
  sharpe: 'sharpe',
  sortino: 'sortino',
  calmar: 'calmar',
  cycles: 'cycles',
  won: 'win-rate',
  profitFactor: 'profit-factor',
  plateau: 'plateau',
  outOfSample: 'out-of-sample',
} as const;

/** The order that a choice of columns asks for. */
export function pointSort(sort: TableSort | null): PointFilter['sort'] {
  const column = Object.entries(sorts).find(([id]) => id === sort?.id)?.[1];
  if (column === undefined) return undefined;
  return sort?.desc ? `-${column}` : column;
}

/** Columns of the points of a test: what each tried, then what came of it. */
export function pointColumns(test: TestDetail, t: Text): readonly Column<PointRow>[] {
  const hasSymbols = test.wallet === 'each' && test.symbols.length > 1;
  return [
    {
      id: 'rank',
      title: t('backtest.column.rank'),
      align: 'right',
      cell: ({ rank }) => (rank === null ? missing : t.number(String(rank))),
      sort: ({ rank }) => rank,
      exact: ({ rank }) => rank,
      isHideable: false,
    },
    ...(hasSymbols ? [symbolColumn(t)] : []),
    ...test.axes.map((axis, index) => axisColumn(test, { path: axis.path, index, t })),
    ...resultColumns(test, t),
    ...ratioColumns(t),
    pathColumn(test, t),
  ];
}

/** Whether a point depends on the way of the price inside minutes, as far as that is known. */
function pathColumn({ pathsCompared }: TestDetail, t: Text): Column<PointRow> {
  const textOf = ({ rank, flags }: PointRow) => {
    if (rank === null || rank > pathsCompared) return null;
    return t(flags.includes('PATH_SENSITIVE') ? 'backtest.path.sensitive' : 'backtest.path.steady');
  };
  return {
    id: 'path',
    title: t('backtest.column.path'),
    hint: t('backtest.hint.path', { count: t.number(String(pathsCompared)) }),
    cell: (point) => textOf(point) ?? missing,
    exact: textOf,
  };
}

function symbolColumn(t: Text): Column<PointRow> {
  return {
    id: 'symbol',
    title: t('backtest.column.symbol'),
    cell: ({ symbols }) => symbolsText(symbols, t),
    sort: ({ symbols }) => symbols.join(),
    exact: ({ symbols }) => symbols.join(' '),
  };
}

interface AxisOf {
  readonly path: string;
  readonly index: number;
  readonly t: Text;
}

function axisColumn(test: TestDetail, { path, index, t }: AxisOf): Column<PointRow> {
  return {
    id: `axis ${path}`,
    title: pathTitle(path, test, t),
    align: 'right',
    cell: ({ point, kind }) => gridValueText(point[index]?.value ?? null, kind, t),
    exact: ({ point, kind }) => exactGridValue(point[index]?.value ?? null, kind, t),
  };
}

/** A column of percentages of the figures. */
function percent(id: keyof typeof sorts, title: string, of: (point: PointRow) => string | null): Column<PointRow> {
  return {
    id,
    title,
    align: 'right',
    cell: (point) => <Pct kind="result" value={of(point)} />,
    sort: (point) => Number(of(point) ?? 0),
    exact: of,
  };
}

const figure =
  <Name extends keyof Figures>(name: Name) =>
  ({ figures }: PointRow): Figures[Name] | null =>
    figures === null ? null : figures[name];

function resultColumns(test: TestDetail, t: Text): readonly Column<PointRow>[] {
  const column = (name: 'return' | 'plateau' | 'outOfSample' | 'drawdown' | 'roi') => t(`backtest.column.${name}`);
  const hasGrid = test.axes.length > 0;
  return [
    percent('return', column('return'), figure('returnPercent')),
    ...(hasGrid ? [percent('plateau', column('plateau'), ({ plateau }) => plateau)] : []),
    ...(test.outOfSamplePercent === null
      ? []
      : [percent('outOfSample', column('outOfSample'), ({ outOfSample }) => outOfSample?.returnPercent ?? null)]),
    percent('drawdown', column('drawdown'), ({ figures }) => figures && asFall(figures.maxDrawdownPercent)),
    percent('roi', column('roi'), figure('roiCommittedPercent')),
    {
      id: 'result',
      title: t('backtest.column.result'),
      align: 'right',
      cell: ({ refusal, figures }) =>
        refusal === null ? (
          <Money value={figures?.result} />
        ) : (
          <span className={css['refusal']} title={refusal.detail}>
            {refusal.detail}
          </span>
        ),
      sort: (point) => Number(point.figures?.result ?? 0),
      exact: ({ figures }) => figures?.result ?? null,
    },
  ];
}

function ratioColumns(t: Text): readonly Column<PointRow>[] {
  const ratio = (id: 'sharpe' | 'sortino' | 'calmar' | 'profitFactor'): Column<PointRow> => ({
    id,
    title: t(`backtest.column.${id}`),
    align: 'right',
    cell: (point) => {
      const value = figure(id)(point);
      return value === null ? missing : t.number(value, { decimals: 2 });
    },
    sort: (point) => Number(figure(id)(point) ?? 0),
    exact: figure(id),
  });
  return [
    {
      id: 'cycles',
      title: t('backtest.column.cycles'),
      align: 'right',
      cell: ({ figures }) => (figures === null ? missing : t.number(String(figures.cycles))),
      sort: ({ figures }) => figures?.cycles ?? null,
      exact: ({ figures }) => figures?.cycles ?? null,
    },
    {
      id: 'won',
      title: t('backtest.column.won'),
      align: 'right',
      cell: (point) => <Pct kind="plain" value={figure('winRatePercent')(point)} />,
      sort: (point) => Number(figure('winRatePercent')(point) ?? 0),
      exact: figure('winRatePercent'),
    },
    ratio('profitFactor'),
    ratio('sharpe'),
    ratio('sortino'),
    ratio('calmar'),
  ];
}
