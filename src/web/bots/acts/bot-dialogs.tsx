import { useText } from '#web/i18n/text.tsx';
import { useKindView } from '#web/kinds/use-kind.ts';
import { Preview } from '#web/ui/overlay/preview.tsx';
import { OrderList } from '#web/ui/table/order-list.tsx';
import { orderWords } from '#web/ui/words/order-words.ts';
import { RealOrdersNote } from '../confirm/real-orders-note.tsx';
import { isOpen } from '../is-open.ts';
import { useWorkingOrders } from '../orders/use-working-orders.ts';
import { useActBlock } from './act-block.ts';
import { useDeleteBot, useFinishBot, useRestartBot } from './bot-commands.ts';
import { type BotDialogProps, done } from './bot-dialog.ts';
import { restartOf } from './restart-words.ts';

export function FinishDialog({ bot, onClose }: BotDialogProps) {
  const t = useText();
  const finish = useFinishBot();
  const { orders, error } = useWorkingOrders(bot);
  const bases = orders?.filter((order) => order.role === 'base').map((order) => orderWords(order, t)) ?? [];
  const cancels =
    bases.length === 0 ? (
      t('finish.cancelsNone')
    ) : (
      <OrderList key="cancels" title={t.plural('stop.cancels', bases.length)} sign="−" orders={bases} />
    );
  const open = bot.atoms.filter(isOpen).length;
  return (
    <Preview
      opened
      onClose={onClose}
      kind={useKindView().tone}
      isDestructive={false}
      title={t('finish.title', { name: bot.name })}
      act={t('finish.act', { name: bot.name })}
      lines={[t('finish.noNew'), ...(orders === null ? [] : [cancels])]}
      stays={[open === 0 ? t('finish.flat') : t.plural('finish.keeps', open)]}
      isBusy={finish.isPending || orders === null}
      blockedBecause={useActBlock()}
      error={finish.error ?? error}
      onConfirm={() =>
        finish.mutate(bot.strategyExecutorId, {
          onSuccess: () => done(t('finish.done', { name: bot.name }), onClose),
        })
      }
    />
  );
}

/** Starts a waiting bot, undoes finishing, or starts a new run. */
export function RestartDialog({ bot, onClose }: BotDialogProps) {
  const t = useText();
  const restart = useRestartBot(bot.strategyExecutorId);
  const words = restartOf(bot);
  return (
    <Preview
      opened
      onClose={onClose}
      kind={useKindView().tone}
      isDestructive={false}
      title={t(`restart.title.${words}`, { name: bot.name })}
      act={t(`restart.act.${words}`, { name: bot.name })}
      lines={[t(`restart.line.${words}`, { run: bot.runNo + 1 })]}
      stays={[t('restart.stays')]}
      isBusy={restart.isPending || !restart.isReady}
      blockedBecause={useActBlock()}
      error={restart.error}
      onConfirm={() =>
        restart.send((error) => {
          if (error === null) done(t('restart.done', { name: bot.name }), onClose);
        })
      }
    >
      <RealOrdersNote />
      {restart.field}
    </Preview>
  );
}

export function DeleteBotDialog({ bot, onClose }: BotDialogProps) {
  const t = useText();
  const remove = useDeleteBot();
  return (
    <Preview
      opened
      onClose={onClose}
      kind={useKindView().tone}
      title={t('deleteBot.title', { name: bot.name })}
      act={t('deleteBot.act', { name: bot.name })}
      lines={[t('deleteBot.line')]}
      stays={[t.plural('deleteBot.stays', bot.cyclesClosed)]}
      isBusy={remove.isPending}
      blockedBecause={useActBlock()}
      error={remove.error}
      onConfirm={() =>
        remove.mutate(bot.botId, { onSuccess: () => done(t('deleteBot.done', { name: bot.name }), onClose) })
      }
    />
  );
}
