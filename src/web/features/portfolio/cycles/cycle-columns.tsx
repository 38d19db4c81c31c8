import type { ReactNode } from 'react';
import { cycleAtomNow } from '#web/api/live/use-live-bots.ts';
import type { Atom } from '#web/api/trading-queries.ts';
import { cycleStatus } from '#web/bots/cycles/cycle-status.ts';
import { shownLiquidation } from '#web/bots/shown-liquidation.ts';
import type { Text } from '#web/i18n/text.tsx';
import { hasLadder } from '#web/kinds/kind-view.ts';
import { LadderGauge } from '#web/ui/figures/ladder-gauge.tsx';
import { Status } from '#web/ui/figures/status.tsx';
import type { Column } from '#web/ui/table/column.ts';
import { RowLink } from '#web/ui/table/rows/row-link.tsx';
import { Duration } from '#web/ui/values/age.tsx';
import { addDecimals } from '#web/ui/values/decimal-sum.ts';
import { utcMinute } from '#web/ui/values/format.ts';
import { Money } from '#web/ui/values/money.tsx';
import { Price } from '#web/ui/values/price.tsx';
import { UnprotectedMark } from '#web/ui/values/unprotected-mark.tsx';
import { OfPosition } from '../of-position.tsx';
import css from '../portfolio.module.css';
import type { PortfolioView } from '../portfolio-view.ts';
import { isOpenCycle, type ListedCycle } from './cycle-rows.ts';

interface ColumnInput {
  /** The most decimals of a price in the list: the points of all stand below each other. */
  readonly pad: number;
  readonly view: PortfolioView;
  readonly t: Text;
}

/** Net result: the booked amounts, plus the open price move while the cycle runs. */
export function resultOf(cycle: ListedCycle, atom: Atom | null): string {
  return atom && isOpenCycle(cycle) ? addDecimals([cycle.result, atom.unrealized]) : cycle.result;
}

/** How long a cycle lasted, or has lasted by market time; null before its first fill. */
export function lastedMs(cycle: ListedCycle, marketNow: number | null): number | null {
  const end = cycle.endDate === null ? marketNow : Date.parse(cycle.endDate);
  return cycle.beginDate === null || end === null ? null : end - Date.parse(cycle.beginDate);
}

export function cycleColumns({ pad, view, t }: ColumnInput): readonly Column<ListedCycle>[] {
  return [
    {
      id: 'symbol',
      title: t('cycles.column.symbol'),
      sort: (cycle) => cycle.symbol,
      exact: (cycle) => `${cycle.symbol} ${t(cycle.direction === 'buy' ? 'side.long' : 'side.short')}`,
      cell: (cycle) => (
        <RowLink open={{ cycle: cycle.cycleId }}>
          <Contract cycle={cycle} t={t} />
        </RowLink>
      ),
    },
    {
      id: 'bot',
      title: t('bots.column.bot'),
      sort: (cycle) => cycle.botName,
      exact: (cycle) => cycle.botName,
      cell: (cycle) => <span className={css['quiet']}>{cycle.botName}</span>,
      isHideable: true,
      yieldsTo: 'drawer',
    },
    {
      id: 'cycle',
      title: t('cycles.column.cycle'),
      align: 'right',
      sort: (cycle) => cycle.seq,
      exact: (cycle) => cycle.seq,
      cell: (cycle) => <span className={css['quiet']}>#{cycle.seq}</span>,
    },
    {
      id: 'state',
      title: t('cycles.column.state'),
      exact: (cycle) => cycleStatus(cycle, t).word,
      cell: (cycle) => (
        <>
          <Status {...cycleStatus(cycle, t)} />{' '}
          <OfPosition
            cycle={cycle}
            view={view}
            draw={(atom) => <UnprotectedMark protection={atom?.protection ?? 'flat'} />}
          />
        </>
      ),
    },
    {
      id: 'opened',
      title: t('cycles.column.opened'),
      align: 'right',
      sort: (cycle) => cycle.openedAt,
      exact: (cycle) => cycle.openedAt,
      cell: (cycle) => utcMinute(cycle.openedAt, t.language),
    },
    {
      id: 'lasted',
      title: t('cycles.column.lasted'),
      align: 'right',
      sort: (cycle) => lastedMs(cycle, view.marketNow),
      cell: (cycle) => <Duration ms={lastedMs(cycle, view.marketNow)} />,
      yieldsTo: 'drawer',
    },
    ...priceColumns({ pad, view, t }),
  ];
}

/** How deep it went, and the prices and the result it came to. */
function priceColumns({ pad, view, t }: ColumnInput): readonly Column<ListedCycle>[] {
  const decimals = (cycle: ListedCycle) => view.decimals.get(cycle.symbol);
  const atomOf = (cycle: ListedCycle): Atom | null =>
    isOpenCycle(cycle) ? cycleAtomNow(cycle, view.atomOfCycle.get(cycle.cycleId) ?? null) : null;
  const live: DrawLive = (draw) => (cycle) => (
    <OfPosition cycle={cycle} view={view} draw={(atom) => draw(cycle, atom)} />
  );
  return [
    ...(hasLadder(view.portfolio.kind) ? ladderColumns(live, t) : []),
    {
      id: 'average',
      title: t('bots.column.average'),
      align: 'right',
      exact: (cycle) => cycle.avgEntryPrice,
      yieldsTo: 'drawer',
      cell: (cycle) => <Price value={cycle.avgEntryPrice} decimals={decimals(cycle)} pad={pad} />,
    },
    {
      id: 'exit',
      title: t('cycles.column.exit'),
      align: 'right',
      exact: (cycle) => exitOf(cycle, atomOf(cycle)),
      cell: live((cycle, atom) => <Price value={exitOf(cycle, atom)} decimals={decimals(cycle)} pad={pad} />),
    },
    {
      id: 'result',
      title: t('cycles.column.result'),
      align: 'right',
      sort: (cycle) => Number(cycle.result),
      exact: (cycle) => resultOf(cycle, atomOf(cycle)),
      cell: live((cycle, atom) => <Money value={resultOf(cycle, atom)} />),
    },
  ];
}

/** Draws what a cell shows of the position of its cycle while it is open. */
type DrawLive = (draw: (cycle: ListedCycle, atom: Atom | null) => ReactNode) => (cycle: ListedCycle) => ReactNode;

function ladderColumns(live: DrawLive, t: Text): readonly Column<ListedCycle>[] {
  return [
    {
      id: 'steps',
      title: t('bots.column.steps'),
      align: 'right',
      sort: (cycle) => cycle.levelsFilled,
      exact: (cycle) => cycle.levelsFilled,
      cell: (cycle) => `${cycle.levelsFilled}/${cycle.levelsTotal}`,
    },
    { id: 'ladder', title: t('bots.column.ladder'), cell: live((_cycle, atom) => <CycleLadder atom={atom} />) },
  ];
}

/** The exit price of an ended cycle, or the mark of an open one. */
function exitOf(cycle: ListedCycle, atom: Atom | null): string | null {
  return cycle.avgExitPrice ?? atom?.mark ?? null;
}

export function Contract({ cycle, t }: { cycle: ListedCycle; t: Text }) {
  const base = cycle.symbol.replace(/USDT$/, '');
  return (
    <span>
      <strong>{base}</strong>
      <span className={css['quiet']}>
        {cycle.symbol.slice(base.length)} {t(cycle.direction === 'buy' ? 'side.long' : 'side.short')}
      </span>
    </span>
  );
}

export function CycleLadder({ atom, isWide = false }: { atom: Atom | null; isWide?: boolean }) {
  if (atom === null || atom.levelPrices.length === 0) return null;
  return (
    <LadderGauge
      direction={atom.direction}
      levels={atom.levelPrices}
      filled={atom.levelsFilled}
      average={atom.averagePrice}
      mark={atom.mark}
      takeProfit={atom.takeProfitPrice}
      liquidation={shownLiquidation(atom)}
      isWide={isWide}
    />
  );
}
