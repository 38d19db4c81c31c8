import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMarketNow } from '#web/api/live/use-live.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { kindAddress } from '#web/kinds/kind-address.ts';
import { KindTag } from '#web/ui/figures/kind.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import type { Column } from '#web/ui/table/column.ts';
import { CsvButton } from '#web/ui/table/csv-button.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { CardParts } from '#web/ui/table/row-cards.tsx';
import { Duration } from '#web/ui/values/age.tsx';
import { Money } from '#web/ui/values/money.tsx';
import { Pct } from '#web/ui/values/pct.tsx';
import { SideMark } from '#web/ui/values/side-mark.tsx';
import { UnprotectedMark } from '#web/ui/values/unprotected-mark.tsx';
import { byDanger, type EndangeredPosition } from './danger.ts';
import type { OpenPosition } from './open-positions.ts';
import css from './risk.module.css';
import { dangerColumns } from './risk-files.ts';
import { useSteadyOrder } from './use-steady-order.ts';

/** So many cycles are shown until all are asked for. */
export const FIRST_ROWS = 6;

interface DangerCardProps {
  readonly kind: 'paper' | 'live';
  readonly positions: readonly OpenPosition[];
}

/** The open cycles, the one nearest to its stop-loss or liquidation first; each leads to its drawer. */
export function DangerCard({ kind, positions }: DangerCardProps) {
  const t = useText();
  const marketNow = useMarketNow();
  const [isWhole, setWhole] = useState(false);
  const ranked = useSteadyOrder(byDanger(positions), idOf);
  const shown = isWhole ? ranked : ranked.slice(0, FIRST_ROWS);
  const ageOf = ({ atom }: OpenPosition) =>
    atom.enterPositionDate === null || marketNow === null ? null : marketNow - Date.parse(atom.enterPositionDate);
  return (
    <Card
      title={t('danger.title')}
      note={t('danger.note')}
      actions={
        <>
          <KindTag kind={kind} />
          {ranked.length === 0 ? null : (
            <CsvButton name={`open-cycles-${kind}`} columns={dangerColumns(t)} rows={() => ranked} />
          )}
        </>
      }
      isFlush
    >
      <DataTable
        csvName={null}
        label={t('danger.title')}
        rows={shown}
        columns={columnsOf(t, ageOf)}
        rowId={idOf}
        rowHeight={32}
        card={(position) => cardOf(position, ageOf(position), t)}
        empty={<Empty title={t('danger.none')} />}
      />
      {ranked.length > shown.length ? (
        <Button variant="subtle" onClick={() => setWhole(true)}>
          {t('danger.all', { count: ranked.length })}
        </Button>
      ) : null}
    </Card>
  );
}

const idOf = ({ atom }: OpenPosition): string => atom.atomId;

function columnsOf(t: Text, ageOf: (position: OpenPosition) => number | null): readonly Column<EndangeredPosition>[] {
  return [
    { id: 'cycle', title: t('danger.cycle'), cell: (one) => <Cycle position={one} /> },
    { id: 'nearest', title: t('danger.nearest'), align: 'right', cell: (one) => <Nearest position={one} /> },
    { id: 'steps', title: t('danger.steps'), align: 'right', cell: ({ atom }) => stepsOf(atom) },
    { id: 'age', title: t('danger.age'), align: 'right', cell: (one) => <Duration ms={ageOf(one)} /> },
    {
      id: 'open',
      title: t('danger.open'),
      align: 'right',
      cell: ({ atom }) => <Money value={atom.unrealized} />,
    },
  ];
}

const stepsOf = ({ levelsFilled, levelsTotal }: OpenPosition['atom']): string => `${levelsFilled}/${levelsTotal}`;

function cardOf(position: EndangeredPosition, age: number | null, t: Text): CardParts {
  return {
    title: <Cycle position={position} />,
    figure: <Money value={position.atom.unrealized} />,
    state: <Nearest position={position} />,
    aside: (
      <>
        {t('danger.steps')} {stepsOf(position.atom)} · <Duration ms={age} />
      </>
    ),
  };
}

/** Symbol, side and bot, as the link to the cycle. */
function Cycle({ position: { atom, bot } }: { readonly position: OpenPosition }) {
  return (
    <span className={css['cycle']}>
      <Link
        to={kindAddress(bot.kind, 'portfolio', bot.portfolioId)}
        search={{ cycle: atom.currentCycleId ?? undefined }}
        title={`${bot.portfolioName}: ${bot.name}`}
      >
        {atom.symbol}
      </Link>
      <SideMark direction={atom.direction} />
      <UnprotectedMark protection={atom.protection} look="icon" />
    </span>
  );
}

function Nearest({ position: { danger } }: { readonly position: EndangeredPosition }) {
  const t = useText();
  if (danger === null) return <span className={css['quiet']}>{t('danger.neither')}</span>;
  return (
    <>
      <span className={css['quiet']}>{t(`danger.${danger.kind}`)}</span> <Pct value={danger.percent} unit />
    </>
  );
}
