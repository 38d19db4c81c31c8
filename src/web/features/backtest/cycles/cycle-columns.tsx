import { cycleStatus } from '#web/bots/cycles/cycle-status.ts';
import type { Text } from '#web/i18n/text.tsx';
import { Status } from '#web/ui/figures/status.tsx';
import type { Column } from '#web/ui/table/column.ts';
import { RowLink } from '#web/ui/table/rows/row-link.tsx';
import type { TableSort } from '#web/ui/table/use-sorted-rows.ts';
import { Duration } from '#web/ui/values/age.tsx';
import { utcMinute } from '#web/ui/values/format.ts';
import { Money } from '#web/ui/values/money.tsx';
import { Price } from '#web/ui/values/price.tsx';
import css from '../points/points.module.css';
import type { CycleOrder, TestCycle } from '../report-queries.ts';

/** Columns that the server sorts by, under its names. */
const sorts = {
  symbol: 'symbol',
  cycle: 'seq',
  opened: 'opened',
  lasted: 'lasted',
  steps: 'steps',
  result: 'result',
} as const;

/** The order that a choice of columns asks for; null: newest first. */
export function cycleOrder(sort: TableSort | null): CycleOrder | null {
  const column = Object.entries(sorts).find(([id]) => id === sort?.id)?.[1];
  if (column === undefined) return null;
  return sort?.desc ? `-${column}` : column;
}

/** How long a cycle lasted; null while it is open, or was never filled. */
export function cycleMs({ beginDate, endDate }: TestCycle): number | null {
  return beginDate === null || endDate === null ? null : Date.parse(endDate) - Date.parse(beginDate);
}

export const sideText = ({ direction }: Pick<TestCycle, 'direction'>, t: Text): string =>
  t(direction === 'buy' ? 'side.long' : 'side.short');

/** @param decimals - of the tick by symbol, of the symbols of the test; of one that no exchange lists every decimal is shown */
export function testCycleColumns(t: Text, decimals: ReadonlyMap<string, number>): readonly Column<TestCycle>[] {
  return [
    {
      id: 'symbol',
      title: t('cycles.column.symbol'),
      cell: (cycle) => (
        <RowLink open={{ cycle: cycle.cycleId }}>
          {cycle.symbol} <span className={css['quiet']}>{sideText(cycle, t)}</span>
        </RowLink>
      ),
      sort: ({ symbol }) => symbol,
      exact: (cycle) => `${cycle.symbol} ${sideText(cycle, t)}`,
    },
    {
      id: 'cycle',
      title: t('cycles.column.cycle'),
      align: 'right',
      cell: ({ seq }) => <span className={css['quiet']}>#{seq}</span>,
      sort: ({ seq }) => seq,
      exact: ({ seq }) => seq,
    },
    {
      id: 'state',
      title: t('cycles.column.state'),
      cell: (cycle) => <Status {...cycleStatus(cycle, t)} />,
      exact: (cycle) => cycleStatus(cycle, t).word,
    },
    {
      id: 'opened',
      title: t('cycles.column.opened'),
      align: 'right',
      cell: ({ openedAt }) => utcMinute(openedAt, t.language),
      sort: ({ openedAt }) => openedAt,
      exact: ({ openedAt }) => openedAt,
    },
    {
      id: 'lasted',
      title: t('cycles.column.lasted'),
      align: 'right',
      cell: (cycle) => <Duration ms={cycleMs(cycle)} />,
      sort: cycleMs,
      exact: ({ endDate }) => endDate,
      yieldsTo: 'drawer',
    },
    ...amountColumns(t, decimals),
  ];
}

function amountColumns(t: Text, decimals: ReadonlyMap<string, number>): readonly Column<TestCycle>[] {
  const pad = Math.max(0, ...decimals.values());
  return [
    {
      id: 'steps',
      title: t('bots.column.steps'),
      align: 'right',
      cell: ({ levelsFilled, levelsTotal }) => `${levelsFilled}/${levelsTotal}`,
      sort: ({ levelsFilled }) => levelsFilled,
      exact: ({ levelsFilled }) => levelsFilled,
    },
    {
      id: 'average',
      title: t('bots.column.average'),
      align: 'right',
      cell: ({ symbol, avgEntryPrice }) => <Price value={avgEntryPrice} decimals={decimals.get(symbol)} pad={pad} />,
      exact: ({ avgEntryPrice }) => avgEntryPrice,
      yieldsTo: 'drawer',
    },
    {
      id: 'exit',
      title: t('cycles.column.exit'),
      align: 'right',
      cell: ({ symbol, avgExitPrice }) => <Price value={avgExitPrice} decimals={decimals.get(symbol)} pad={pad} />,
      exact: ({ avgExitPrice }) => avgExitPrice,
      yieldsTo: 'drawer',
    },
    {
      id: 'result',
      title: t('cycles.column.result'),
      align: 'right',
      cell: ({ result }) => <Money value={result} />,
      sort: ({ result }) => Number(result),
      exact: ({ result }) => result,
    },
  ];
}
