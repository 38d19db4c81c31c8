import { Link } from '@tanstack/react-router';
import { type Text, useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import { useKind } from '#web/kinds/use-kind.ts';
import { Status, type StatusTone } from '#web/ui/figures/status.tsx';
import { Button } from '#web/ui/form/button.tsx';
import type { Column } from '#web/ui/table/column.ts';
import type { CardParts } from '#web/ui/table/row-cards.tsx';
import { missing } from '#web/ui/values/format.ts';
import { SideMark } from '#web/ui/values/side-mark.tsx';
import css from './live-account.module.css';
import type { LiveBotRow } from './live-bot-rows.ts';

interface ColumnOptions {
  readonly t: Text;
  /** Opens the dialog that halts the bot or releases it. */
  readonly onHalt: (row: LiveBotRow) => void;
}

/** Columns of the table of live bots. */
export function liveColumns({ t, onHalt }: ColumnOptions): readonly Column<LiveBotRow>[] {
  return [
    { id: 'bot', title: t('live.column.bot'), cell: (row) => <BotLink row={row} />, sort: ({ name }) => name },
    { id: 'symbol', title: t('live.column.symbol'), cell: ({ position }) => position?.symbol ?? missing },
    {
      id: 'side',
      title: t('live.column.side'),
      cell: ({ position }) => (position === null ? missing : <SideMark direction={position.direction} />),
    },
    {
      id: 'expected',
      title: t('live.column.expected'),
      cell: ({ position }) => (position === null ? missing : t.number(position.expected)),
      align: 'right',
    },
    { id: 'actual', title: t('live.column.actual'), cell: (row) => <Actual row={row} />, align: 'right' },
    { id: 'stop', title: t('live.column.stop'), cell: ({ stop }) => <Stop stop={stop} /> },
    { id: 'halt', title: t('live.column.halt'), cell: (row) => <HaltCell row={row} onHalt={onHalt} /> },
  ];
}

/** The row as a card, for the phone. */
export function cardOf(row: LiveBotRow, { t, onHalt }: ColumnOptions): CardParts {
  const { position, stop } = row;
  return {
    title: <BotLink row={row} />,
    figure: position === null ? null : t.number(position.expected),
    state: <Stop stop={stop} />,
    aside:
      position === null ? null : (
        <>
          {position.symbol} <SideMark direction={position.direction} />
        </>
      ),
    below: (
      <span className={css['below']}>
        {position === null ? null : (
          <span>
            {t('live.column.actual')}: <Actual row={row} />
          </span>
        )}
        <HaltCell row={row} onHalt={onHalt} />
      </span>
    ),
  };
}

function BotLink({ row }: { readonly row: LiveBotRow }) {
  const to = kindAddress(useKind(), 'bots');
  return (
    <Link to={to} search={{ bot: row.botId }}>
      {row.name}
    </Link>
  );
}

/** The quantity at the exchange, marked when it is not the expected one. */
function Actual({ row: { position, isDifferent } }: { readonly row: LiveBotRow }) {
  const t = useText();
  if (position === null) return missing;
  if (position.actual === null) return t('live.notRead');
  if (!isDifferent) return t.number(position.actual);
  return <Status tone="danger" word={t.number(position.actual)} reason={t('live.differs')} />;
}

const stopTones = {
  none: 'warn',
  resting: 'running',
  missing: 'danger',
  flat: 'stopped',
} as const satisfies Record<LiveBotRow['stop'], StatusTone>;

function Stop({ stop }: { readonly stop: LiveBotRow['stop'] }) {
  const t = useText();
  return <Status tone={stopTones[stop]} word={t(`live.stop.${stop}`)} />;
}

interface HaltCellProps {
  readonly row: LiveBotRow;
  readonly onHalt: (row: LiveBotRow) => void;
}

function HaltCell({ row, onHalt }: HaltCellProps) {
  const t = useText();
  const { name, halt } = row;
  return (
    <span className={css['below']}>
      {halt === null ? null : <Status tone="warn" word={t('live.halted')} reason={halt.reason} />}
      <Button
        size="compact-xs"
        aria-label={t(halt === null ? 'live.halt.botNamed' : 'live.halt.releaseBotNamed', { name })}
        onClick={() => onHalt(row)}
      >
        {t(halt === null ? 'live.halt.bot' : 'live.halt.releaseBot')}
      </Button>
    </span>
  );
}
