import { useState } from 'react';
import { FORMULA_LENGTH_MAX, type FormulaProblem, parseFormula } from '#base/formula/formula.ts';
import type { Bot } from '#web/api/trading-queries.ts';
import { PartText, type Text, useText } from '#web/i18n/text.tsx';
import { kindView } from '#web/kinds/kind-view.ts';
import { SelectField, TextField } from '#web/ui/form/field.tsx';
import { Preview } from '#web/ui/overlay/preview.tsx';
import { useActBlock } from '../acts/act-block.ts';
import { type BotsChange, trimmedExits } from '../changes/bots-change.ts';
import { isBotsRefused, refusedBots } from '../changes/refused-bots.ts';
import { useChangeBots } from '../changes/use-change-bots.ts';
import { EditTable } from './edit-table.tsx';
import { type FormulaField, formulaFields, PERCENT_DECIMALS, type PlannedEdit, plannedEdit } from './planned-edit.ts';
import { useRestingOrders } from './use-resting-orders.ts';

interface FormulaDialogProps {
  readonly bots: readonly Bot[];
  readonly onClose: () => void;
}

/**
 * Take profit or stop-loss of several bots by a formula, before and after of each. All are changed or none; whom the server
 * refuses can be left out. The way back is on the page.
 */
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
  const send = useChangeBots();
  const refused = refusedBots(send.error, send.variables, t);
  const change = changeOf(
    field,
    edits.filter(({ bot }) => !refused.has(bot.botId)),
  );
  const changed = change?.items.length ?? 0;
  const orders = useRestingOrders(chosen);
  const block = useActBlock();
  const tones = new Set(chosen.map((bot) => kindView(bot.kind).tone));
  const nothing = refused.size > 0 ? [t('problem.BOTS_REFUSED')] : [];
  return (
    <Preview
      opened
      onClose={onClose}
      kind={tones.size === 1 ? ([...tones][0] ?? null) : null}
      isDestructive={false}
      title={t('formula.title', { count: chosen.length })}
      act={t(refused.size > 0 ? 'formula.actOthers' : 'formula.act', { count: changed })}
      lines={[...nothing, t('formula.together'), t('conditions.later')]}
      stays={[t('conditions.stays')]}
      isBusy={!orders.isKnown || send.isPending}
      blockedBecause={block ?? whyNot(problem, changed, t)}
      error={orders.error ?? (isBotsRefused(send.error) ? null : send.error)}
      onConfirm={() => (change === null ? null : send.mutate(change, { onSuccess: onClose }))}
    >
      <SelectField
        label={t('formula.field')}
        value={field}
        onChange={(value) => {
          send.reset();
          setField(FIELDS.find((one) => one === value) ?? 'takeProfitPercent');
        }}
        options={FIELDS.map((value) => ({ value, label: t(`ladder.field.${value}`) }))}
      />
      <TextField
        label={t('formula.formula')}
        value={text}
        onChange={(value) => {
          send.reset();
          setText(value);
        }}
        maxLength={FORMULA_LENGTH_MAX}
        isFocusedFirst
        hint={t('formula.hint', { name, decimals: PERCENT_DECIMALS })}
        error={problem === null || problem.mistake === 'EMPTY' ? null : problemWords(problem, name, t)}
      />
      {edits.length === 0 ? null : (
        <EditTable
          edits={edits}
          refused={refused}
          replacedOf={({ bot }) => orders.of(bot).filter((order) => order.role === role)}
        />
      )}
    </Preview>
  );
}

/** What is sent: the percentages of the table, with the other exit of each bot as it is; null when nothing changes. */
function changeOf(field: FormulaField, edits: readonly PlannedEdit[]): BotsChange | null {
  const items = edits.flatMap(({ bot, result }) => {
    if (result.state !== 'changed') return [];
    const from = trimmedExits(bot);
    return [{ bot, from, to: { ...from, [field]: result.after } }];
  });
  const [first] = items;
  return first === undefined ? null : { type: 'exits', kind: first.bot.kind, items };
}

function whyNot(problem: FormulaProblem | null, changed: number, t: Text): string | null {
  if (problem !== null) return t(problem.mistake === 'EMPTY' ? 'formula.mistake.EMPTY' : 'formula.correct');
  return changed === 0 ? t('formula.nothing') : null;
}

function problemWords({ mistake, column, found }: FormulaProblem, name: string, t: Text): string {
  return t(`formula.mistake.${mistake}`, { column, found, name, most: FORMULA_LENGTH_MAX });
}
