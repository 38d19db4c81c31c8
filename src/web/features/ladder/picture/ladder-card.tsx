import { formatDecimal, trimDecimal } from '#base/decimal.ts';
import { priceText } from '#engine/model/instrument.ts';
import { useText } from '#web/i18n/text.tsx';
import type { PresetName } from '#web/kinds/ladder-shapes.ts';
import { Button } from '#web/ui/form/button.tsx';
import { Segments } from '#web/ui/form/segments.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { PREVIEW_WALLET } from '../form/ladder-check.ts';
import type { CustomLevel } from '../form/ladder-draft.ts';
import type { LadderEditor } from '../form/ladder-editor.ts';
import { presetOf, withPreset } from '../form/ladder-presets.ts';
import { cellProblem } from '../form/ladder-words.ts';
import css from '../ladder-page.module.css';
import type { ReachOfSide } from '../reach/use-ladder-reach.ts';
import { LadderTable } from './ladder-table.tsx';
import { rowsAsLevels } from './row-levels.ts';

/** The ladder as one table per direction, with its presets. */
export function LadderCard({ editor, reachOf }: { editor: LadderEditor; reachOf: ReachOfSide }) {
  const t = useText();
  const { check, instrument, sides } = editor;
  const note = t('ladder.card.note', {
    price: check.basePrice === null ? '–' : t.number(priceText(instrument, check.basePrice)),
    tick: t.number(trimDecimal(formatDecimal(instrument.tick.units, instrument.tick.decimals))),
    taker: t.number(trimDecimal(formatDecimal(instrument.takerFee, 6))),
    maker: t.number(trimDecimal(formatDecimal(instrument.makerFee, 6))),
  });
  const wallet = t('ladder.card.wallet', { amount: t.number(PREVIEW_WALLET) });
  return (
    <Card
      title={t('ladder.card')}
      note={editor.draft.marginType === 'cross' ? `${note}, ${wallet}` : note}
      actions={<Shape editor={editor} />}
      isFlush
    >
      <div className={check.sides.length === 0 ? css['dimmed'] : undefined}>
        {sides.map((side) => (
          <div key={side.direction}>
            {sides.length > 1 ? (
              <h3 className={css['side']}>{t(side.direction === 'buy' ? 'ladder.long' : 'ladder.short')}</h3>
            ) : null}
            <LadderTable editor={editor} side={side} reach={reachOf(side.direction)} />
          </div>
        ))}
      </div>
      {editor.draft.customLevels ? <CellProblems editor={editor} levels={editor.draft.customLevels} /> : null}
      {editor.draft.customLevels ? <RowButtons editor={editor} levels={editor.draft.customLevels} /> : null}
    </Card>
  );
}

/** Chooses between scales and single rows, and a preset to start from. */
function Shape({ editor }: { editor: LadderEditor }) {
  const t = useText();
  const { draft, change } = editor;
  const names: readonly (PresetName | 'own')[] = ['careful', 'balanced', 'bold', 'own'];
  return (
    <div className={css['shape']}>
      <Segments
        label={t('ladder.mode')}
        value={draft.customLevels === null ? 'scale' : 'rows'}
        onChange={(mode) => change({ customLevels: mode === 'scale' ? null : rowsAsLevels(editor) })}
        options={[
          { value: 'scale', label: t('ladder.byScale') },
          { value: 'rows', label: t('ladder.byRow') },
        ]}
      />
      <span className={css['caption']}>{t('ladder.preset')}</span>
      <Segments
        label={t('ladder.preset')}
        value={presetOf(draft)}
        onChange={(name) => (name === 'own' ? undefined : change(withPreset(draft, name)))}
        options={names.map((value) => ({ value, label: t(`ladder.preset.${value}`) }))}
      />
    </div>
  );
}

/** Why cells are refused: the columns are too narrow for a sentence. */
function CellProblems({ editor, levels }: { editor: LadderEditor; levels: readonly CustomLevel[] }) {
  const t = useText();
  const fields = [
    ['deviationPercent', t('ladder.column.below')],
    ['size', t('ladder.column.size')],
  ] as const;
  const problems = levels.flatMap((_, index) =>
    fields.flatMap(([field, column]) => {
      const problem = cellProblem({ level: index + 1, field }, editor, t);
      return problem === null ? [] : [`${t('ladder.row.step', { level: index + 1 })}, ${column}: ${problem}`];
    }),
  );
  if (problems.length === 0) return null;
  return (
    <ul role="status" className={css['cellProblems']}>
      {problems.map((problem) => (
        <li key={problem}>{problem}</li>
      ))}
    </ul>
  );
}

function RowButtons({ editor, levels }: { editor: LadderEditor; levels: readonly CustomLevel[] }) {
  const t = useText();
  const last = levels.at(-1);
  const next = { deviationPercent: nextDeviation(levels), size: last?.size ?? editor.draft.baseOrderSize };
  return (
    <div className={css['rowButtons']}>
      <Button
        size="compact-xs"
        disabled={levels.length >= 100}
        onClick={() => editor.change({ customLevels: [...levels, next] })}
      >
        {t('ladder.addRow')}
      </Button>
      <Button
        size="compact-xs"
        disabled={levels.length === 0}
        onClick={() => editor.change({ customLevels: levels.slice(0, -1) })}
      >
        {t('ladder.removeRow')}
      </Button>
    </div>
  );
}

/** A new row, one percent deeper than the last step. */
function nextDeviation(levels: readonly CustomLevel[]): string {
  const last = Number(levels.at(-1)?.deviationPercent ?? '0');
  return String(Math.round((Number.isFinite(last) ? last + 1 : 1) * 1_000) / 1_000);
}
