import type { ReactNode } from 'react';
import type { Text } from '#web/i18n/text.tsx';
import type { Column } from '#web/ui/table/column.ts';
import type { CardParts } from '#web/ui/table/row-cards.tsx';
import { addDecimals } from '#web/ui/values/decimal-sum.ts';
import { durationText, missing } from '#web/ui/values/format.ts';
import { Money } from '#web/ui/values/money.tsx';
import { Pct } from '#web/ui/values/pct.tsx';
import { Bps } from '../bps.tsx';
import type { StatFigures } from '../order-queries.ts';
import { ratioText } from '../ratio-text.ts';
import { restText } from '../stat-band.tsx';
import type { Breakdown, BreakdownRow } from './breakdown-rows.ts';

type FigureColumn = Omit<Column<StatFigures>, 'id'>;

/** Columns of figures, also for the row of totals. */
function figureColumns(t: Text): Readonly<Record<string, FigureColumn>> {
  return {
    ...countColumns(t),
    ...amountColumns(t),
    ...qualityColumns(t),
    ...timeColumns(t),
    ...resultColumns(t),
    ...cycleColumns(t),
  };
}

const numberOf = (text: string | null): number | null => (text === null ? null : Number(text));

const countedIn =
  (t: Text) =>
  (title: string, of: (figures: StatFigures) => number): FigureColumn => ({
    title,
    cell: (figures) => t.number(String(of(figures))),
    sort: of,
    exact: of,
    align: 'right',
  });

function countColumns(t: Text): Readonly<Record<string, FigureColumn>> {
  const count = countedIn(t);
  return {
    sent: count(t('orders.column.sent'), ({ sent }) => sent),
    filled: count(t('orders.column.filled'), ({ filled }) => filled),
    fillShare: {
      title: t('orders.column.fillShare'),
      hint: t('orders.hint.fillShare'),
      cell: ({ fillPercent }) => <Pct value={fillPercent} kind="plain" />,
      sort: ({ fillPercent }) => numberOf(fillPercent),
      exact: ({ fillPercent }) => fillPercent,
      align: 'right',
    },
    canceled: count(t('orders.column.canceled'), ({ canceled }) => canceled),
    expired: count(t('orders.column.expired'), ({ expired }) => expired),
    rejected: count(t('orders.column.rejected'), ({ rejected }) => rejected),
  };
}

function amountColumns(t: Text): Readonly<Record<string, FigureColumn>> {
  const notional = ({ buyNotional, sellNotional }: StatFigures) => addDecimals([buyNotional, sellNotional]);
  return {
    notional: {
      title: t('orders.column.notional'),
      cell: (figures) => <Money kind="amount" value={notional(figures)} />,
      sort: (figures) => Number(notional(figures)),
      exact: notional,
      align: 'right',
    },
    maker: {
      title: t('orders.column.maker'),
      hint: t('orders.hint.maker'),
      cell: ({ makerPercent }) => <Pct value={makerPercent} kind="plain" />,
      sort: ({ makerPercent }) => numberOf(makerPercent),
      exact: ({ makerPercent }) => makerPercent,
      align: 'right',
    },
    fee: {
      title: t('orders.column.fee'),
      cell: ({ commission }) => <Money kind="amount" value={commission} />,
      sort: ({ commission }) => Number(commission),
      exact: ({ commission }) => commission,
      align: 'right',
    },
  };
}

function qualityColumns(t: Text): Readonly<Record<string, FigureColumn>> {
  const bps = (title: string, of: (figures: StatFigures) => string | null): FigureColumn => ({
    title,
    cell: (figures) => <Bps value={of(figures)} />,
    sort: (figures) => numberOf(of(figures)),
    exact: of,
    align: 'right',
  });
  const cost = ({ slippageBps, entrySlippage, exitSlippage }: StatFigures) =>
    slippageBps === null ? null : addDecimals([entrySlippage, exitSlippage]);
  return {
    slippage: { ...bps(t('orders.column.slippage'), (row) => row.slippageBps), hint: t('orders.hint.slippage') },
    slippageHigh: {
      ...bps(t('orders.column.slippageHigh'), (row) => row.slippageP95Bps),
      hint: t('orders.hint.slippageHigh'),
    },
    slippageCost: {
      title: t('orders.column.slippageCost'),
      cell: (figures) => <Money kind="amount" value={cost(figures)} />,
      sort: (figures) => numberOf(cost(figures)),
      exact: cost,
      align: 'right',
    },
  };
}

function timeColumns(t: Text): Readonly<Record<string, FigureColumn>> {
  return {
    rest: {
      title: t('orders.column.rest'),
      hint: t('orders.hint.rest'),
      cell: ({ restP50S }) => restText(restP50S, t),
      sort: ({ restP50S }) => restP50S,
      exact: ({ restP50S }) => restP50S,
      align: 'right',
    },
    unprotected: {
      title: t('orders.column.unprotected'),
      hint: t('orders.hint.unprotected'),
      cell: ({ heldMs, unprotectedMs }) => (heldMs === 0 ? missing : durationText(unprotectedMs, t)),
      sort: ({ heldMs, unprotectedMs }) => (heldMs === 0 ? null : unprotectedMs),
      exact: ({ heldMs, unprotectedMs }) => (heldMs === 0 ? null : unprotectedMs / 1_000),
      align: 'right',
    },
  };
}

function resultColumns(t: Text): Readonly<Record<string, FigureColumn>> {
  const money = (title: string, of: (figures: StatFigures) => string): FigureColumn => ({
    title,
    cell: (figures) => <Money value={of(figures)} />,
    sort: (figures) => Number(of(figures)),
    exact: of,
    align: 'right',
  });
  return {
    gross: money(t('orders.column.gross'), ({ gross }) => gross),
    funding: { ...money(t('orders.column.funding'), ({ funding }) => funding), hint: t('orders.hint.funding') },
    net: { ...money(t('orders.column.net'), ({ net }) => net), hint: t('orders.hint.net') },
  };
}

/** What cycles did, and what that took of orders. */
function cycleColumns(t: Text): Readonly<Record<string, FigureColumn>> {
  const count = countedIn(t);
  return {
    opened: count(t('orders.column.opened'), ({ cyclesOpened }) => cyclesOpened),
    closed: { ...count(t('orders.column.closed'), ({ cyclesClosed }) => cyclesClosed), hint: t('orders.hint.closed') },
    levelMax: count(t('orders.column.levelMax'), ({ levelMax }) => levelMax),
    stopLosses: count(t('orders.column.stopLosses'), ({ stopLosses }) => stopLosses),
    takeProfits: count(t('orders.column.takeProfits'), ({ takeProfits }) => takeProfits),
    replaced: { ...count(t('orders.column.replaced'), ({ replaced }) => replaced), hint: t('orders.hint.replaced') },
    ordersPerFill: {
      title: t('orders.column.ordersPerFill'),
      cell: ({ ordersPerFill }) => ratioText(ordersPerFill, t),
      sort: ({ ordersPerFill }) => numberOf(ordersPerFill),
      exact: ({ ordersPerFill }) => ordersPerFill,
      align: 'right',
    },
  };
}

/** Columns of a breakdown; a day sorts by its date, everything else by its name. */
export function breakdownColumns(by: Breakdown, t: Text): readonly Column<BreakdownRow>[] {
  const name = by === 'day' ? ({ id }: BreakdownRow) => id : (row: BreakdownRow) => row.name;
  return [
    {
      id: 'name',
      title: t(`orders.byName.${by}`),
      cell: (row) => row.name,
      sort: name,
      exact: name,
      isHideable: false,
    },
    ...Object.entries(figureColumns(t)).map(([id, column]) => ({ id, ...column })),
  ];
}

/** The cells of the totals row. */
export function breakdownTotals(total: StatFigures, t: Text): Readonly<Record<string, ReactNode>> {
  const cells = Object.entries(figureColumns(t)).map(([id, { cell }]) => [id, cell(total)] as const);
  return { name: t('orders.total'), ...Object.fromEntries(cells) };
}

/** A row on the phone. */
export function breakdownCard(row: BreakdownRow, t: Text): CardParts {
  return {
    title: row.name,
    figure: t('orders.card.orders', { sent: t.number(String(row.sent)), filled: t.number(String(row.filled)) }),
    state: (
      <>
        {t('orders.column.fee')} <Money kind="amount" value={row.commission} />
      </>
    ),
    aside: (
      <>
        <Bps value={row.slippageBps} /> {t('orders.bp')}
      </>
    ),
  };
}
