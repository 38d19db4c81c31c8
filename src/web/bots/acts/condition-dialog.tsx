import { useState } from 'react';
import { trimDecimal } from '#base/decimal.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { useKindView } from '#web/kinds/use-kind.ts';
import { unsendable } from '#web/ui/form/decimal/number-problem.ts';
import { NumberField } from '#web/ui/form/field.tsx';
import { Preview } from '#web/ui/overlay/preview.tsx';
import { isOpen } from '../is-open.ts';
import { OrderDiff } from '../orders/order-diff.tsx';
import { useActBlock } from './act-block.ts';
import { useSetCondition } from './bot-commands.ts';
import { type BotDialogProps, done } from './bot-dialog.ts';
import { exitText } from './exit-text.ts';
import { useExitEffect } from './use-exit-effect.ts';

interface Conditions {
  /** Percent; null: off. */
  readonly takeProfitPercent: string | null;
  readonly stopLossPercent: string | null;
}

/** Stop-loss and take profit of open and later cycles; an empty field switches one off, or leaves it to the rules of the bot. */
export function ConditionDialog({ bot, onClose }: BotDialogProps) {
  const t = useText();
  const [takeProfit, setTakeProfit] = useState(bot.takeProfitPercent ?? '');
  const [stopLoss, setStopLoss] = useState(bot.stopLossPercent ?? '');
  const set = useSetCondition();
  const { tone, bots: view } = useKindView();
  const isOfRules = (exit: Change['exit']) => view?.hasOwnExit(bot.params, exit) === true;
  const hintOf = (exit: Change['exit']) => t(isOfRules(exit) ? 'conditions.hintRules' : 'conditions.hint');
  const wanted = { takeProfitPercent: orNull(takeProfit), stopLossPercent: orNull(stopLoss) };
  // The confirmation applies to the values that were refused, not to others typed since.
  const isCrossed = isRefusedAsCrossed(set.error) && isSame(wanted, set.variables);
  const exits = { strategyExecutorId: bot.strategyExecutorId, ...wanted };
  const body = { ...exits, ...(isCrossed ? { confirm: true } : {}) };
  const problem = [takeProfit, stopLoss].map((text) => unsendable(text, t)).find((one) => one !== null) ?? null;
  const changes = problem === null ? changed(bot, wanted) : [];
  const { effect, isComputing, error } = useExitEffect(bot, exits, changes.length > 0);
  const block = useActBlock() ?? problem ?? (changes.length === 0 ? t('conditions.unchanged') : null);
  return (
    <Preview
      opened
      onClose={onClose}
      kind={tone}
      isDestructive={isCrossed}
      title={t('conditions.title', { name: bot.name })}
      act={t(isCrossed ? 'conditions.actNow' : 'conditions.act', { name: bot.name })}
      lines={[
        ...changes.map((change) => wordsOf(change, isOfRules(change.exit), t)),
        ...(effect === null ? [] : [<OrderDiff key="orders" effect={effect} />]),
        t('conditions.later'),
      ]}
      stays={[t('conditions.stays')]}
      isBusy={set.isPending || isComputing}
      blockedBecause={block}
      error={(isRefusedAsCrossed(set.error) && !isCrossed ? null : set.error) ?? error}
      onConfirm={() => set.mutate(body, { onSuccess: () => done(t('conditions.done', { name: bot.name }), onClose) })}
    >
      <NumberField
        label={t('ladder.field.takeProfitPercent')}
        unit="%"
        value={takeProfit}
        onChange={setTakeProfit}
        hint={hintOf('takeProfit')}
      />
      <NumberField
        label={t('ladder.field.stopLossPercent')}
        unit="%"
        value={stopLoss}
        onChange={setStopLoss}
        hint={hintOf('stopLoss')}
      />
      {bot.atoms.some(isOpen) ? null : <p>{t('conditions.flat')}</p>}
    </Preview>
  );
}

const orNull = (text: string): string | null => (text === '' ? null : text);
const isRefusedAsCrossed = (error: Error | null): boolean =>
  error !== null && 'code' in error && error.code === 'CONDITION_TRIGGERS_NOW';
const same = (a: string | null | undefined, b: string | null | undefined): boolean =>
  (a ? trimDecimal(a) : null) === (b ? trimDecimal(b) : null);

function isSame(wanted: Conditions, sent: Sent | undefined): boolean {
  return same(wanted.takeProfitPercent, sent?.takeProfitPercent) && same(wanted.stopLossPercent, sent?.stopLossPercent);
}

type Sent = { readonly [K in keyof Conditions]?: string | null | undefined };

interface Change {
  readonly exit: 'takeProfit' | 'stopLoss';
  readonly to: string | null;
}

function changed(now: Conditions, wanted: Conditions): readonly Change[] {
  const changes: Change[] = [];
  if (!same(now.takeProfitPercent, wanted.takeProfitPercent))
    changes.push({ exit: 'takeProfit', to: wanted.takeProfitPercent });
  if (!same(now.stopLossPercent, wanted.stopLossPercent))
    changes.push({ exit: 'stopLoss', to: wanted.stopLossPercent });
  return changes;
}

function wordsOf({ exit, to }: Change, isOfRules: boolean, t: Text): string {
  return to === null && isOfRules ? t(`conditions.${exit}Rules`) : exitText(exit, to, t);
}
