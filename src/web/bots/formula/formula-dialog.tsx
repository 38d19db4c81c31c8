import { useState } from 'react';
import { FORMULA_LENGTH_MAX, type FormulaProblem, parseFormula } from '#base/formula/formula.ts';
import type { Bot } from '#web/api/trading-queries.ts';
import { PartText, type Text, useText } from '#web/i18n/text.tsx';
import { kindView } from '#web/kinds/kind-view.ts';
import { SelectField, TextField } from '#web/ui/form/field.tsx';
import { Preview } from '#web/ui/overlay/preview.tsx';
import { useActBlock } from '../acts/act-block.ts';
import { useSeveralRuns } from '../several/use-several-runs.ts';
import { changeExits } from './change-exits.ts';
import { EditTable } from './edit-table.tsx';
import {
  type Exits,
  type FormulaField,
  formulaFields,
  PERCENT_DECIMALS,
  plannedEdit,
  trimmedExits,
} from './planned-edit.ts';
import { told } from './told.tsx';
import { useRestingOrders } from './use-resting-orders.ts';

interface FormulaDialogProps {
  readonly bots: readonly Bot[];
  readonly onClose: () => void;
}

/** Take profit or stop-loss of several bots by a formula: before and after of each, then its outcome, then the way back. */
export function FormulaDialog(props: FormulaDialogProps) {
  return (
    <PartText part="botWork">
      <Worded {...props} />
    </PartText>
  );
}

const FIELDS = ['takeProfitPercent', 'stopLossPercent'] as const satisfies readonly FormulaField[];

function Worded({ bots, onClose }: FormulaDialogProps) {
  const t = useText();
  const [field, setField] = useState<FormulaField>('takeProfitPercent');
  const [text, setText] = useState('');
  // The bots as they were when the dialog opened: what is sent is what the table shows.
  const [chosen] = useState(bots);
  const { name, role } = formulaFields[field];
  const { formula, problem } = parseFormula(text, name);
  const edits = formula === null ? [] : chosen.map((bot) => plannedEdit(bot, field, formula));
  const targets = new Map(
    edits.flatMap(({ bot, result }) =>
      result.state === 'changed' ? [[bot.botId, { ...trimmedExits(bot), [field]: result.after }] as const] : [],
    ),
  );
  const changed = chosen.filter((bot) => targets.has(bot.botId));
  const orders = useRestingOrders(chosen);
  const target = (bot: Bot): Exits => targets.get(bot.botId) ?? trimmedExits(bot);
  const runs = useSeveralRuns((bot) => changeExits(bot, { from: trimmedExits(bot), to: target(bot) }));
  const undo = useSeveralRuns((bot) => changeExits(bot, { from: target(bot), to: trimmedExits(bot) }));
  const block = useActBlock();
  const tones = new Set(chosen.map((bot) => kindView(bot.kind).tone));
  // One dialog from the first formula to the last outcome: it neither flickers nor loses the focus.
  const frame = {
    opened: true,
    onClose,
    kind: tones.size === 1 ? ([...tones][0] ?? null) : null,
    isDestructive: false,
  } as const;
  if (runs.outcomes.size > 0) return <Preview {...frame} {...told({ bots: changed, runs, undo, onClose }, t)} />;
  return (
    <Preview
      {...frame}
      title={t('formula.title', { count: chosen.length })}
      act={t('formula.act', { count: changed.length })}
      lines={[t('formula.oneByOne'), t('conditions.later')]}
      stays={[t('conditions.stays')]}
      isBusy={!orders.isKnown}
      blockedBecause={block ?? whyNot(problem, changed.length, t)}
      error={orders.error}
      onConfirm={() => runs.start(changed)}
    >
      <SelectField
        label={t('formula.field')}
        value={field}
        onChange={(value) => setField(FIELDS.find((one) => one === value) ?? 'takeProfitPercent')}
        options={FIELDS.map((value) => ({ value, label: t(`ladder.field.${value}`) }))}
      />
      <TextField
        label={t('formula.formula')}
        value={text}
        onChange={setText}
        maxLength={FORMULA_LENGTH_MAX}
        isFocusedFirst
        hint={t('formula.hint', { name, decimals: PERCENT_DECIMALS })}
        error={problem === null || problem.mistake === 'EMPTY' ? null : problemWords(problem, name, t)}
      />
      {edits.length === 0 ? null : (
        <EditTable edits={edits} replacedOf={({ bot }) => orders.of(bot).filter((order) => order.role === role)} />
      )}
    </Preview>
  );
}

function whyNot(problem: FormulaProblem | null, changed: number, t: Text): string | null {
  if (problem !== null) return t(problem.mistake === 'EMPTY' ? 'formula.mistake.EMPTY' : 'formula.correct');
  return changed === 0 ? t('formula.nothing') : null;
}

function problemWords({ mistake, column, found }: FormulaProblem, name: string, t: Text): string {
  return t(`formula.mistake.${mistake}`, { column, found, name, most: FORMULA_LENGTH_MAX });
}
