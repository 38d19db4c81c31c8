import { CANDLE_LENGTH_MS } from '#base/candle-interval.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Empty } from '#web/ui/page/empty.tsx';
import type { Column } from '#web/ui/table/column.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { durationText, utcMinute } from '#web/ui/values/format.ts';
import { openedAtOf } from '#web/ui/values/opened-at.ts';
import { Pct } from '#web/ui/values/pct.tsx';
import { Price } from '#web/ui/values/price.tsx';
import { SideMark } from '#web/ui/values/side-mark.tsx';
import type { ToldTrial } from '../tree/tree-reading.ts';
import { endText, skipText, type Trigger } from './skip-words.ts';
import css from './trial.module.css';

interface TableProps {
  readonly trial: ToldTrial;
  /** The trigger that the chart shows. */
  readonly selected: string | null;
  readonly onPick: (trigger: Trigger) => void;
}

/** Every trigger with what became of it; a row moves the chart to its bar. */
export function TriggerTable({ trial, selected, onPick }: TableProps) {
  const t = useText();
  return (
    <Card title={t('rules.trial.every')} note={t('rules.trial.everyNote')} isFlush>
      <div className={css['table']}>
        <DataTable
          label={t('rules.trial.every')}
          rows={trial.triggers}
          columns={columnsOf(trial, t)}
          rowId={triggerId}
          initialSort={{ id: 'bar', isDescending: true }}
          selectedId={selected}
          onOpen={onPick}
          csvName="triggers"
          empty={<Empty title={t('rules.trial.none')} />}
          card={(row) => ({
            title: (
              <>
                <SideMark direction={row.direction} /> {utcMinute(barOf(row, trial), t.language)}
              </>
            ),
            figure: <Pct value={row.cycle?.resultPercent} kind="result" unit />,
            state: row.cycle === null ? skipText(row, t) : endText(row, t),
            aside: row.price,
          })}
        />
      </div>
    </Card>
  );
}

export const triggerId = ({ closedAt, direction }: Trigger): string => `${closedAt} ${direction}`;

/** The bar at whose close a rule triggered, by its name. */
const barOf = ({ closedAt }: Trigger, { bars }: ToldTrial): string =>
  openedAtOf(closedAt, CANDLE_LENGTH_MS[bars.timeframe]);

function columnsOf(trial: ToldTrial, t: Text): readonly Column<Trigger>[] {
  const { triggers } = trial;
  const hasBoth = new Set(triggers.map(({ direction }) => direction)).size > 1;
  const side: Column<Trigger> = {
    id: 'side',
    title: t('rules.column.side'),
    cell: (row) => <SideMark direction={row.direction} />,
    exact: (row) => row.direction,
  };
  return [
    {
      id: 'bar',
      title: t('rules.column.bar'),
      cell: (row) => utcMinute(barOf(row, trial), t.language),
      sort: (row) => row.closedAt,
      exact: (row) => barOf(row, trial),
    },
    ...(hasBoth ? [side] : []),
    {
      id: 'price',
      title: t('rules.column.price'),
      align: 'right',
      cell: (row) => <Price value={row.price} />,
      sort: (row) => Number(row.price),
      exact: (row) => row.price,
    },
    {
      id: 'closedBy',
      title: t('rules.column.closedBy'),
      cell: (row) => endText(row, t),
      sort: (row) => endText(row, t) || null,
      exact: (row) => row.cycle?.closeReason ?? null,
    },
    percentColumn('result', t('rules.column.result'), ({ cycle }) => cycle?.resultPercent ?? null),
    percentColumn('against', t('rules.column.against'), ({ cycle }) => cycle?.adversePercent ?? null),
    {
      id: 'held',
      title: t('rules.column.held'),
      align: 'right',
      cell: (row) => (row.cycle === null ? '' : durationText(row.cycle.heldMs, t)),
      sort: (row) => row.cycle?.heldMs ?? null,
      exact: (row) => row.cycle?.heldMs ?? null,
    },
    {
      id: 'skip',
      title: t('rules.column.skip'),
      cell: (row) => <span className={css['skip']}>{skipText(row, t)}</span>,
      sort: (row) => row.skippedBy,
      exact: (row) => row.skippedBy,
    },
  ];
}

function percentColumn(
  id: 'result' | 'against',
  title: string,
  percentOf: (row: Trigger) => string | null,
): Column<Trigger> {
  return {
    ...{ id, title, align: 'right', exact: percentOf },
    cell: (row) =>
      row.cycle === null ? '' : <Pct value={percentOf(row)} kind={id === 'result' ? 'result' : 'plain'} />,
    sort: (row) => (percentOf(row) === null ? null : Number(percentOf(row))),
  };
}
