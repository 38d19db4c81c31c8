import { useState } from 'react';
import { FORMULA_LENGTH_MAX, type FormulaProblem, parseFormula } from '#base/formula/formula.ts';
import type { Bot } from '#web/api/trading-queries.ts';
import { PartText, type Text, useText } from '#web/i18n/text.tsx';
import { kindView } from '#web/kinds/kind-view.ts';
import { SelectField, TextField } from '#web/ui/form/field.tsx';
import { Segments } from '#web/ui/form/segments.tsx';
import { Preview } from '#web/ui/overlay/preview.tsx';
import { useSettled } from '#web/ui/use-settled.ts';
import { useActBlock } from '../acts/act-block.ts';
import type { When } from '../changes/bots-change.ts';
import { isBotsRefused } from '../changes/refused-bots.ts';
import { useChangeBots } from '../changes/use-change-bots.ts';
import { EditTable } from './edit-table.tsx';
import { formulaChoices, TAKE_PROFIT } from './formula-choices.ts';
import { useExitsPlan } from './use-exits-plan.tsx';
import { useVersionsPlan } from './use-versions-plan.tsx';

interface FormulaDialogProps {
  readonly bots: readonly Bot[];
  readonly onClose: () => void;
}

/**
 * A number of several bots by a formula, before and after of each: an exit of the bots, or a parameter of the versions that
 * they run. All are changed or none; whom the server refuses can be left out. The way back is on the page.
 */
export function FormulaDialog(props: FormulaDialogProps) {
  return (
    <PartText part="botWork">
      <Worded {...props} />
    </PartText>
  );
}

function Worded({ bots, onClose }: FormulaDialogProps) {
  const t = useText();
  const [name, setName] = useState(TAKE_PROFIT.name);
  const [text, setText] = useState('');
  const [when, setWhen] = useState<When>('next_cycle');
  // The bots as they were when the dialog opened: what is sent is what the table shows.
  const [chosen] = useState(bots);
  const choices = formulaChoices(chosen);
  const choice = choices.find((one) => one.name === name) ?? TAKE_PROFIT;
  const { formula, problem } = parseFormula(text, name);
  const send = useChangeBots();
  const planning = { bots: chosen, formula, send };
  const isSettled = useSettled(text) === text;
  const exits = useExitsPlan(planning, choice.exit);
  const versions = useVersionsPlan(planning, { number: choice.number, when, isSettled });
  const plan = choice.number === null ? exits : versions;
  const { refused, changed, change } = plan;
  const block = useActBlock();
  const tones = new Set(chosen.map((bot) => kindView(bot.kind).tone));
  const anew =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      send.reset();
      set(value);
    };
  return (
    <Preview
      opened
      onClose={onClose}
      kind={tones.size === 1 ? ([...tones][0] ?? null) : null}
      isDestructive={false}
      title={t('formula.title', { count: chosen.length })}
      act={t(refused.size > 0 ? 'formula.actOthers' : 'formula.act', { count: changed })}
      lines={[...(refused.size > 0 ? [t('problem.BOTS_REFUSED')] : []), ...plan.lines]}
      stays={plan.stays}
      isBusy={!plan.isKnown || send.isPending}
      blockedBecause={block ?? whyNot(problem, changed, t)}
      error={plan.error ?? (isBotsRefused(send.error) ? null : send.error)}
      onConfirm={() => (change === null ? null : send.mutate(change, { onSuccess: onClose }))}
    >
      <SelectField
        label={t('formula.field')}
        value={name}
        onChange={anew(setName)}
        options={choices.map((one) => ({ value: one.name, label: t(one.label) }))}
      />
      {choice.number === null ? null : <WhenField value={when} onChange={anew(setWhen)} />}
      <TextField
        label={t('formula.formula')}
        value={text}
        onChange={anew(setText)}
        maxLength={FORMULA_LENGTH_MAX}
        isFocusedFirst
        hint={t('formula.hint', { name, decimals: choice.decimals })}
        error={problem === null || problem.mistake === 'EMPTY' ? null : problemWords(problem, name, t)}
      />
      {plan.edits.length === 0 ? null : (
        <EditTable
          plan={plan}
          unit={choice.unit}
          effect={t(choice.number === null ? 'formula.orders' : 'formula.versionAndOrders')}
        />
      )}
    </Preview>
  );
}

/** What becomes of open cycles. */
function WhenField({ value, onChange }: { readonly value: When; readonly onChange: (value: When) => void }) {
  const t = useText();
  const options = [
    { value: 'next_cycle', label: t('apply.nextCycle') },
    { value: 'now', label: t('apply.now') },
  ] as const;
  return <Segments label={t('apply.when')} value={value} onChange={onChange} options={options} />;
}

function whyNot(problem: FormulaProblem | null, changed: number, t: Text): string | null {
  if (problem !== null) return t(problem.mistake === 'EMPTY' ? 'formula.mistake.EMPTY' : 'formula.correct');
  return changed === 0 ? t('formula.nothing') : null;
}

function problemWords({ mistake, column, found }: FormulaProblem, name: string, t: Text): string {
  return t(`formula.mistake.${mistake}`, { column, found, name, most: FORMULA_LENGTH_MAX });
}
