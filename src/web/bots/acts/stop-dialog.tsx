import { useKindView } from '#web/kinds/use-kind.ts';
import '#web/ui/form/field-styles.ts';
import { Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { assetsQuery } from '#web/api/system-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { Preview } from '#web/ui/overlay/preview.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { OrderList } from '#web/ui/table/order-list.tsx';
import { useWorkingOrders } from '../orders/use-working-orders.ts';
import { useActBlock } from './act-block.ts';
import css from './acts.module.css';
import { useStopBot } from './bot-commands.ts';
import { type BotDialogProps, done } from './bot-dialog.ts';
import { type StopMode, stopEffect } from './stop-effect.ts';

/** Three ways to stop, each with its exact effect. */
export function StopDialog({ bot, onClose }: BotDialogProps) {
  const t = useText();
  const [mode, setMode] = useState<StopMode>('protect');
  const stop = useStopBot();
  const { orders, error } = useWorkingOrders(bot);
  const assets = useQuery(assetsQuery).data?.items ?? [];
  const takerFees = new Map(assets.map((asset) => [asset.futuresTicker, asset.takerFeeRate]));
  const effect = orders === null ? null : stopEffect(mode, { atoms: bot.atoms, orders, takerFees }, t);
  const body = { strategyExecutorId: bot.strategyExecutorId, position: mode };
  return (
    <Preview
      opened
      onClose={onClose}
      kind={useKindView().tone}
      title={t('stop.title', { name: bot.name })}
      act={t(`stop.act.${mode}`, { name: bot.name })}
      lines={effect === null ? [] : [<Cancels key="cancels" orders={effect.cancels} />, ...effect.acts]}
      {...(effect && effect.stays.length > 0 ? { stays: effect.stays } : {})}
      isBusy={stop.isPending || effect === null}
      blockedBecause={useActBlock()}
      error={stop.error ?? error}
      onConfirm={() => stop.mutate(body, { onSuccess: () => done(t('stop.done', { name: bot.name }), onClose) })}
    >
      {effect === null && error === null ? <SkeletonRows rows={2} /> : null}
      <Radio.Group value={mode} onChange={(value) => setMode(modeOf(value))} label={t('stop.mode')}>
        <div className={css['modes']}>
          {(['protect', 'close', 'detach'] as const).map((one) => (
            <Radio key={one} size="xs" value={one} label={t(`stop.mode.${one}`)} description={t(`stop.hint.${one}`)} />
          ))}
        </div>
      </Radio.Group>
    </Preview>
  );
}

function Cancels({ orders }: { orders: readonly string[] }) {
  const t = useText();
  if (orders.length === 0) return t('stop.cancelsNone');
  return <OrderList title={t.plural('stop.cancels', orders.length)} sign="−" orders={orders} />;
}

const modeOf = (value: string): StopMode => (value === 'close' || value === 'detach' ? value : 'protect');
