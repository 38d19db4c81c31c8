import '#web/ui/field-styles.ts';
import { Radio, Stack } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { type Bot, ordersQuery } from '#web/api/trading-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { NumberField, SwitchField } from '#web/ui/field.tsx';
import { Preview } from '#web/ui/preview.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { useDeleteBot, useFinishBot, useSetCondition, useSetEntries, useStopBot } from './bot-queries.ts';
import { isOpen } from './bot-rows.ts';
import { type StopMode, stopEffect } from './stop-effect.ts';

interface DialogProps {
  readonly bot: Bot;
  readonly onClose: () => void;
}

/** Three ways to stop, each with its exact effect. */
export function StopDialog({ bot, onClose }: DialogProps) {
  const t = useText();
  const [mode, setMode] = useState<StopMode>('protect');
  const stop = useStopBot();
  const cycleIds = bot.atoms.flatMap((atom) => (atom.currentCycleId ? [atom.currentCycleId] : []));
  const queries = useQueries({ queries: cycleIds.map((id) => ordersQuery(id)) });
  const orders = queries.flatMap((query) => query.data?.items ?? []);
  const isWaiting = queries.some((query) => query.isPending);
  const effect = stopEffect(mode, bot.atoms, orders, t);
  const body = { strategyExecutorId: bot.strategyExecutorId, position: mode };
  return (
    <Preview
      opened
      onClose={onClose}
      kind="paper"
      title={t('stop.title', { name: bot.name })}
      act={t(`stop.act.${mode}`, { name: bot.name })}
      lines={isWaiting ? [] : effect.lines}
      {...(effect.stays.length > 0 && !isWaiting ? { stays: effect.stays } : {})}
      isBusy={stop.isPending || isWaiting}
      error={stop.error}
      onConfirm={() => stop.mutate(body, { onSuccess: () => done(t('stop.done', { name: bot.name }), onClose) })}
    >
      {isWaiting ? <SkeletonRows rows={2} /> : null}
      <Radio.Group value={mode} onChange={(value) => setMode(modeOf(value))} label={t('stop.mode')}>
        <Stack gap={8} mt={6}>
          {(['protect', 'close', 'detach'] as const).map((one) => (
            <Radio key={one} size="xs" value={one} label={t(`stop.mode.${one}`)} description={t(`stop.hint.${one}`)} />
          ))}
        </Stack>
      </Radio.Group>
    </Preview>
  );
}

const modeOf = (value: string): StopMode => (value === 'close' || value === 'detach' ? value : 'protect');

function done(message: string, onClose: () => void): void {
  toast(message);
  onClose();
}

export function FinishDialog({ bot, onClose }: DialogProps) {
  const t = useText();
  const finish = useFinishBot();
  const open = bot.atoms.filter(isOpen).length;
  return (
    <Preview
      opened
      onClose={onClose}
      kind="paper"
      isDestructive={false}
      title={t('finish.title', { name: bot.name })}
      act={t('finish.act', { name: bot.name })}
      lines={[t('finish.noNew'), t('finish.cancelsBase')]}
      stays={[t.plural('finish.keeps', open)]}
      isBusy={finish.isPending}
      error={finish.error}
      onConfirm={() =>
        finish.mutate(bot.strategyExecutorId, {
          onSuccess: () => done(t('finish.done', { name: bot.name }), onClose),
        })
      }
    />
  );
}

export function DeleteBotDialog({ bot, onClose }: DialogProps) {
  const t = useText();
  const remove = useDeleteBot();
  return (
    <Preview
      opened
      onClose={onClose}
      kind="paper"
      title={t('deleteBot.title', { name: bot.name })}
      act={t('deleteBot.act', { name: bot.name })}
      lines={[t('deleteBot.line')]}
      stays={[t.plural('deleteBot.stays', bot.cyclesClosed)]}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() =>
        remove.mutate(bot.botId, { onSuccess: () => done(t('deleteBot.done', { name: bot.name }), onClose) })
      }
    />
  );
}

/** Stop-loss and take profit of open and later cycles; an empty field switches one off. */
export function ConditionDialog({ bot, onClose }: DialogProps) {
  const t = useText();
  const [takeProfit, setTakeProfit] = useState(bot.takeProfitPercent ?? '');
  const [stopLoss, setStopLoss] = useState(bot.stopLossPercent ?? '');
  const set = useSetCondition();
  const isCrossed = set.error !== null && 'code' in set.error && set.error.code === 'CONDITION_TRIGGERS_NOW';
  const body = {
    strategyExecutorId: bot.strategyExecutorId,
    takeProfitPercent: takeProfit === '' ? null : takeProfit,
    stopLossPercent: stopLoss === '' ? null : stopLoss,
    ...(isCrossed ? { confirm: true } : {}),
  };
  const open = bot.atoms.filter(isOpen).length;
  return (
    <Preview
      opened
      onClose={onClose}
      kind="paper"
      isDestructive={isCrossed}
      title={t('conditions.title', { name: bot.name })}
      act={t(isCrossed ? 'conditions.actNow' : 'conditions.act', { name: bot.name })}
      lines={[t.plural('conditions.replaces', open), t('conditions.later')]}
      isBusy={set.isPending}
      error={set.error}
      onConfirm={() => set.mutate(body, { onSuccess: () => done(t('conditions.done', { name: bot.name }), onClose) })}
    >
      <NumberField
        label={t('ladder.field.takeProfitPercent')}
        unit="%"
        value={takeProfit}
        onChange={setTakeProfit}
        hint={t('ladder.hint.off')}
      />
      <NumberField
        label={t('ladder.field.stopLossPercent')}
        unit="%"
        value={stopLoss}
        onChange={setStopLoss}
        hint={t('ladder.hint.off')}
      />
    </Preview>
  );
}

/** Which directions open new cycles; open ones go on. */
export function EntriesDialog({ bot, onClose }: DialogProps) {
  const t = useText();
  const [isLong, setIsLong] = useState(bot.isEnterBuyEnabled);
  const [isShort, setIsShort] = useState(bot.isEnterSellEnabled);
  const set = useSetEntries();
  const { direction } = bot.params;
  const body = { strategyExecutorId: bot.strategyExecutorId, isEnterBuyEnabled: isLong, isEnterSellEnabled: isShort };
  return (
    <Preview
      opened
      onClose={onClose}
      kind="paper"
      isDestructive={false}
      title={t('entries.title', { name: bot.name })}
      act={t('entries.act', { name: bot.name })}
      lines={[t('entries.line')]}
      stays={[t('entries.stays')]}
      isBusy={set.isPending}
      error={set.error}
      onConfirm={() => set.mutate(body, { onSuccess: () => done(t('entries.done', { name: bot.name }), onClose) })}
    >
      {direction === 'sell' ? null : <SwitchField label={t('start.long')} checked={isLong} onChange={setIsLong} />}
      {direction === 'buy' ? null : <SwitchField label={t('start.short')} checked={isShort} onChange={setIsShort} />}
    </Preview>
  );
}
