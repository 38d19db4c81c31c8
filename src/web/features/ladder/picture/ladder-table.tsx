import { cashText } from '#base/decimal.ts';
import type { Cash, Ticks } from '#base/exact.ts';
import { type Instrument, priceText, quantityText } from '#engine/model/instrument.ts';
import type { LadderRow } from '#engine/risk/ladder/preview.ts';
import { type MessageKey, type Text, useText } from '#web/i18n/text.tsx';
import { DecimalInput } from '#web/ui/form/decimal/decimal-input.tsx';
import { TableFile } from '#web/ui/table/table-file.tsx';
import { missing } from '#web/ui/values/format.ts';
import { Money } from '#web/ui/values/money.tsx';
import { Pct } from '#web/ui/values/pct.tsx';
import { Price } from '#web/ui/values/price.tsx';
import type { DraftSide } from '../form/ladder-check.ts';
import type { LadderEditor } from '../form/ladder-editor.ts';
import { cellProblem } from '../form/ladder-words.ts';
import type { SideReach } from '../reach/use-ladder-reach.ts';
import { ladderColumns } from './ladder-columns.ts';
import { isBeyondDouble, shownLiquidation, takeProfitOf } from './ladder-outcome.ts';
import css from './ladder-table.module.css';
import { reachedPercent } from './reached-percent.ts';

const columns = [
  'below',
  'price',
  'qty',
  'size',
  'total',
  'average',
  'tp',
  'rebound',
  'margin',
  'liquidation',
  'survivable',
  'stopAfter',
  'reached',
] as const;

interface LadderTableProps {
  readonly editor: LadderEditor;
  readonly side: DraftSide;
  readonly reach: SideReach | null;
}

/** What each step buys, where that leaves the position, and how far it is from its end. */
export function LadderTable({ editor, side, reach }: LadderTableProps) {
  const t = useText();
  return (
    <>
      <TableFile
        name={`${editor.draft.symbol} ladder ${side.direction === 'buy' ? 'long' : 'short'}`}
        columns={ladderColumns({ editor, reach }, t)}
        rows={() => side.rows}
      />
      <Rows editor={editor} side={side} reach={reach} />
    </>
  );
}

function Rows({ editor, side, reach }: LadderTableProps) {
  const t = useText();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: A scrolling table must be reachable by keyboard.
    <section className={css['scroll']} tabIndex={0} aria-label={t('ladder.table')}>
      <table className={css['table']}>
        <thead>
          <tr>
            <th scope="col">
              <span className="by-hidden">{t('ladder.column.level')}</span>
            </th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`ladder.column.${column}` satisfies MessageKey, { asset: editor.instrument.baseAsset })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {side.rows.map((row) => (
            <Row key={row.level} editor={editor} row={row} reach={reach} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ editor, row, reach }: { editor: LadderEditor; row: LadderRow; reach: SideReach | null }) {
  const t = useText();
  const { instrument, check } = editor;
  const liquidation = shownLiquidation(row);
  const levels = check.errors.map((error) => error.figures?.['level']);
  const isStopTooSoon = check.errors.some(
    (error) => error.code === 'LEVEL_UNREACHABLE' && Number(error.figures?.['level']) === row.level + 1,
  );
  return (
    <tr className={levels.includes(row.level) ? css['bad'] : undefined}>
      <th scope="row">{row.level === 0 ? t('ladder.row.base') : t('ladder.row.step', { level: row.level })}</th>
      <td>{row.level === 0 ? missing : <Deviation editor={editor} row={row} />}</td>
      <td>
        <Price value={priceText(instrument, row.price)} />
      </td>
      <td>{t.number(quantityText(instrument, row.quantity))}</td>
      <td>
        <Size editor={editor} row={row} />
      </td>
      <td>
        <Money kind="amount" value={cashText(row.totalCost)} />
      </td>
      <td className={css['strong']}>{perUnit(instrument, row.averagePrice, t)}</td>
      <td className={css['profit']}>
        {check.params ? <Ticked instrument={instrument} value={takeProfitOf(row, check.params)} /> : missing}
      </td>
      <td>
        <Pct value={row.reboundPercent} />
      </td>
      <td>
        <Money kind="amount" value={cashText(row.initialMargin)} />
      </td>
      <td className={css['loss']}>{liquidation === null ? missing : perUnit(instrument, liquidation, t)}</td>
      <td>{isBeyondDouble(row) ? t('ladder.beyondDouble') : <Pct kind="plain" value={row.survivableMovePercent} />}</td>
      <td className={isStopTooSoon ? css['stopTooSoon'] : undefined}>
        <Ticked instrument={instrument} value={row.stopLoss} />
      </td>
      <td className={reach?.isStale ? css['stale'] : undefined}>
        <Pct kind="plain" value={reachedPercent(reach, row.level)} />
      </td>
    </tr>
  );
}

function Ticked({ instrument, value }: { instrument: Instrument; value: Ticks | null }) {
  return <Price value={value === null ? null : priceText(instrument, value)} />;
}

/** A price that need not lie on a tick, shown with the decimals of the tick. */
function perUnit(instrument: Instrument, price: Cash, t: Text): string {
  return t.number(cashText(price), { decimals: instrument.tick.decimals });
}

function Deviation({ editor, row }: { editor: LadderEditor; row: LadderRow }) {
  if (editor.draft.customLevels !== null) return <LevelInput editor={editor} row={row} field="deviationPercent" />;
  return <Pct kind="plain" value={row.deviationPercent} />;
}

function Size({ editor, row }: { editor: LadderEditor; row: LadderRow }) {
  if (editor.draft.customLevels === null || row.level === 0)
    return <Money kind="amount" value={cashText(row.notional)} />;
  return <LevelInput editor={editor} row={row} field="size" />;
}

interface LevelInputProps {
  readonly editor: LadderEditor;
  readonly row: LadderRow;
  readonly field: 'deviationPercent' | 'size';
}

/** An editable cell of a ladder whose rows are edited one by one. */
function LevelInput({ editor, row, field }: LevelInputProps) {
  const t = useText();
  const levels = editor.draft.customLevels ?? [];
  const name = t(field === 'size' ? 'ladder.column.size' : 'ladder.column.below');
  const change = (text: string) =>
    editor.change(
      { customLevels: levels.map((level, index) => (index === row.level - 1 ? { ...level, [field]: text } : level)) },
      `${field} ${row.level}`,
    );
  return (
    <DecimalInput
      className={css['cell'] ?? ''}
      aria-label={`${t('ladder.row.step', { level: row.level })}, ${name}`}
      aria-invalid={cellProblem({ level: row.level, field }, editor, t) !== null || undefined}
      value={levels[row.level - 1]?.[field] ?? ''}
      onChange={change}
      onBlur={editor.settle}
    />
  );
}
