import { directionOf } from '#web/api/bot-direction.ts';
import { botNow } from '#web/api/live/use-live-bots.ts';
import type { Atom, Bot } from '#web/api/trading-queries.ts';
import { isOpen } from '#web/bots/is-open.ts';
import { LiveBotPart } from '#web/bots/live-bot-part.tsx';
import { shownLiquidation } from '#web/bots/shown-liquidation.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import type { KindColumn } from '#web/kinds/kind-view.ts';
import { LadderGauge } from '#web/ui/figures/ladder-gauge.tsx';
import { Spark } from '#web/ui/figures/spark.tsx';
import { Status } from '#web/ui/figures/status.tsx';
import type { Column } from '#web/ui/table/column.ts';
import { distancePercent } from '#web/ui/values/distance.ts';
import { decimalsOf } from '#web/ui/values/format.ts';
import { Money } from '#web/ui/values/money.tsx';
import { Pct } from '#web/ui/values/pct.tsx';
import { Price } from '#web/ui/values/price.tsx';
import { SideMark } from '#web/ui/values/side-mark.tsx';
import { UnprotectedMark } from '#web/ui/values/unprotected-mark.tsx';
import { PortfolioLink, StrategyLink } from './bot-links.tsx';
import { BotMenu } from './bot-menu.tsx';
import type { BotLine } from './bot-rows.ts';
import { statusOf } from './bot-words.ts';
import css from './bots.module.css';
import { signalColumns } from './signal-columns.tsx';
import type { BotSignal } from './signal-queries.ts';

interface ColumnInput {
  readonly rows: readonly BotLine[];
  readonly marketNow: number | null;
  /** Columns of the kind in addition to those that every kind has. */
  readonly own: readonly KindColumn[];
  /** What the entry rules say, by the ids of their atoms. */
  readonly signals?: ReadonlyMap<string, BotSignal>;
  /** Whether the rows stand in another order, so that the positions of a bot may stand apart from it. */
  readonly isSorted?: boolean;
  readonly t: Text;
}

/** The position of a row; null while it has none. */
const heldBy = (row: BotLine): Atom | null => (row.atom && isOpen(row.atom) ? row.atom : null);
const away = (atom: Atom | null, price: string | null | undefined) =>
  distancePercent(atom?.mark ?? null, price ?? null);
const ofBase = (row: BotLine): Atom | null => (row.baseAtom && isOpen(row.baseAtom) ? row.baseAtom : null);
const number = (text: string | null): number | null => (text === null ? null : Number(text));

const kindColumns: ReadonlySet<string> = new Set<KindColumn>([
  ...(['signal', 'distance', 'lastTrigger'] as const),
  ...(['steps', 'ladder', 'next', 'tp', 'stop', 'liq'] as const),
]);

const NO_SIGNALS: ReadonlyMap<string, BotSignal> = new Map();

/** The columns of the bots table, including those of its kind. */
export function botColumns({ own, ...input }: ColumnInput): readonly Column<BotLine>[] {
  const isShown = ({ id }: Column<BotLine>) => !kindColumns.has(id) || own.some((one) => one === id);
  return allColumns(input).filter(isShown).map(withLiveCells);
}

/** What these show comes with the list, or with the facts by which it is filtered; no price moves it. */
const still: ReadonlySet<string> = new Set([
  'signal',
  'distance',
  'lastTrigger',
  'bot',
  'day',
  'week',
  'spark',
  'portfolio',
  'strategy',
  'acts',
]);

/** Each other cell follows its bot by itself; a file holds the values of its moment. */
function withLiveCells(column: Column<BotLine>): Column<BotLine> {
  const { exact } = column;
  return {
    ...column,
    cell: still.has(column.id)
      ? column.cell
      : (row) => <LiveBotPart bot={row.bot} draw={(bot) => column.cell(lineOf(row, bot))} />,
    ...(exact === undefined ? {} : { exact: (row: BotLine) => exact(lineOf(row, botNow(row.bot))) }),
  };
}

/** The row with newer values of its bot. */
function lineOf(row: BotLine, bot: Bot): BotLine {
  const atom = row.atom && (bot.atoms.find(({ atomId }) => atomId === row.atom?.atomId) ?? row.atom);
  return bot === row.bot ? row : { ...row, bot, atom };
}

function allColumns({
  rows,
  marketNow,
  signals = NO_SIGNALS,
  isSorted = false,
  t,
}: Omit<ColumnInput, 'own'>): readonly Column<BotLine>[] {
  const pad = Math.max(0, ...rows.map((row) => decimalsOf(row.atom?.mark ?? '')));
  return [
    {
      id: 'state',
      title: t('bots.column.state'),
      sort: (row) => row.base.state,
      exact: (row) => row.bot.state,
      cell: (row) => (row.isChild ? null : <Status {...statusOf(row.bot, marketNow, t)} />),
    },
    {
      id: 'bot',
      title: t('bots.column.bot'),
      sort: (row) => row.base.name,
      exact: ({ bot, atom }) => (atom ? `${bot.name} ${atom.symbol}` : bot.name),
      cell: (row) => <Name row={row} isApart={isSorted} />,
    },
    {
      id: 'side',
      title: t('bots.column.side'),
      exact: ({ bot, atom }) => atom?.direction ?? directionOf(bot),
      cell: (row) => <Side row={row} />,
    },
    ...signalColumns(signals, t),
    {
      id: 'steps',
      title: t('bots.column.steps'),
      exact: (row) => heldBy(row)?.levelsFilled ?? null,
      cell: (row) => <Steps atom={heldBy(row)} />,
    },
    { id: 'ladder', title: t('bots.column.ladder'), cell: (row) => <LadderCell row={row} /> },
    {
      id: 'average',
      title: t('bots.column.average'),
      align: 'right',
      yieldsTo: 'narrow',
      exact: (row) => heldBy(row)?.averagePrice ?? null,
      cell: (row) => (
        <Price value={heldBy(row)?.averagePrice ?? null} decimals={decimalsOf(row.atom?.mark ?? '')} pad={pad} />
      ),
    },
    {
      id: 'mark',
      title: t('bots.column.mark'),
      align: 'right',
      yieldsTo: 'drawer',
      exact: (row) => row.atom?.mark ?? null,
      cell: (row) => <Price value={row.atom?.mark ?? null} pad={pad} />,
    },
    ...distances(t),
    ...results(t),
  ];
}

function distances(t: Text): readonly Column<BotLine>[] {
  const column = (id: string, title: string, price: (atom: Atom) => string | null): Column<BotLine> => ({
    id,
    title,
    align: 'right',
    ...(id === 'liq' ? {} : { yieldsTo: 'drawer' as const }),
    exact: (row) => {
      const atom = heldBy(row);
      return atom ? away(atom, price(atom)) : null;
    },
    sort: (row) => {
      const atom = ofBase(row);
      return atom ? number(away(atom, price(atom))) : null;
    },
    cell: (row) => {
      const atom = heldBy(row);
      return <Pct value={atom ? away(atom, price(atom)) : null} />;
    },
  });
  return [
    column('next', t('bots.column.next'), (atom) => atom.nextLevelPrice),
    column('tp', t('bots.column.tp'), (atom) => atom.takeProfitPrice),
    column('stop', t('bots.column.stop'), (atom) => atom.stopLossPrice),
    column('liq', t('bots.column.liq'), shownLiquidation),
  ];
}

function results(t: Text): readonly Column<BotLine>[] {
  return [
    {
      id: 'open',
      title: t('bots.column.open'),
      align: 'right',
      sort: (row) => Number(row.baseAtom?.unrealized ?? row.base.unrealized),
      exact: openOf,
      cell: (row) => <Money value={openOf(row)} />,
    },
    {
      id: 'day',
      title: t('bots.column.day'),
      align: 'right',
      sort: (row) => Number(row.base.resultToday),
      exact: (row) => (row.isChild ? null : row.bot.resultToday),
      cell: (row) => (row.isChild ? null : <Money value={row.bot.resultToday} />),
    },
    {
      id: 'week',
      title: t('bots.column.week'),
      align: 'right',
      sort: (row) => Number(row.base.result7d),
      exact: (row) => (row.isChild ? null : row.bot.result7d),
      cell: (row) => (row.isChild ? null : <Money value={row.bot.result7d} />),
    },
    {
      id: 'spark',
      title: t('bots.column.spark'),
      align: 'right',
      yieldsTo: 'narrow',
      cell: ({ bot, isChild }) =>
        isChild ? null : <Spark values={bot.spark} label={t('bots.spark', { name: bot.name })} />,
    },
    {
      id: 'portfolio',
      title: t('bots.column.portfolio'),
      yieldsTo: 'small',
      sort: (row) => row.base.portfolioName,
      exact: (row) => row.bot.portfolioName,
      cell: (row) => (row.isChild ? null : <PortfolioLink bot={row.bot} />),
    },
    {
      id: 'strategy',
      title: t('bots.column.strategy'),
      yieldsTo: 'small',
      sort: (row) => row.base.strategyName,
      exact: ({ bot }) => (bot.strategyName === null ? null : `${bot.strategyName} v${bot.strategyVersion}`),
      cell: (row) => (row.isChild ? null : <StrategyLink bot={row.bot} />),
    },
    {
      id: 'acts',
      title: t('portfolio.column.acts'),
      align: 'right',
      isHideable: false,
      cell: ({ bot, isChild }) => (isChild ? null : <Acts bot={bot} />),
    },
  ];
}

function openOf({ atom, bot }: BotLine): string | null {
  if (atom) return isOpen(atom) ? atom.unrealized : null;
  return bot.atoms.some(isOpen) ? bot.unrealized : null;
}

function Name({ row: { bot, atom, isChild }, isApart }: { row: BotLine; isApart: boolean }) {
  if (isChild && !isApart) return <span className={css['child']}>{atom?.symbol}</span>;
  return (
    <span>
      <span className={isChild ? css['symbol'] : css['name']}>{bot.name}</span>{' '}
      <span className={css['symbol']}>{atom?.symbol}</span>
    </span>
  );
}

function Side({ row }: { row: BotLine }) {
  const held = heldBy(row);
  return (
    <span className={css['side']}>
      <SideMark direction={row.atom?.direction ?? directionOf(row.bot)} />
      {held === null ? null : <UnprotectedMark protection={held.protection} look="icon" />}
    </span>
  );
}

function Steps({ atom }: { atom: Atom | null }) {
  if (atom === null) return <span className={css['flat']}>–</span>;
  return (
    <span className={css['steps']}>
      {atom.levelsFilled}
      <span>/{atom.levelsTotal}</span>
    </span>
  );
}

function LadderCell({ row }: { row: BotLine }) {
  const t = useText();
  const { atom } = row;
  if (atom === null) {
    const open = row.bot.atoms.filter(isOpen).length;
    return <span className={css['flat']}>{t('bots.positions', { open, total: row.bot.atoms.length })}</span>;
  }
  return <AtomGauge atom={atom} />;
}

/** The ladder gauge of a position; "flat" without one. */
export function AtomGauge({ atom, isWide = false }: { atom: Atom; isWide?: boolean }) {
  return (
    <LadderGauge
      direction={atom.direction}
      levels={isOpen(atom) ? atom.levelPrices : []}
      filled={atom.levelsFilled}
      average={atom.averagePrice}
      mark={atom.mark}
      takeProfit={atom.takeProfitPrice}
      liquidation={shownLiquidation(atom)}
      isWide={isWide}
    />
  );
}

/** Lies over the right edge of the row, so that it takes no width from the figures. */
function Acts({ bot }: { bot: BotLine['bot'] }) {
  return (
    <span className={css['last']}>
      <BotMenu bot={bot} />
    </span>
  );
}
