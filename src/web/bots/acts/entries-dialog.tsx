import { useState } from 'react';
import { directionOf } from '#web/api/bot-direction.ts';
import { type Text, useText } from '#web/i18n/text.tsx';
import { useKindView } from '#web/kinds/use-kind.ts';
import { SwitchField } from '#web/ui/form/field.tsx';
import { Preview } from '#web/ui/overlay/preview.tsx';
import { useActBlock } from './act-block.ts';
import { useSetEntries } from './bot-commands.ts';
import { type BotDialogProps, done } from './bot-dialog.ts';

/** Which directions open new cycles; open cycles continue. */
export function EntriesDialog({ bot, onClose }: BotDialogProps) {
  const t = useText();
  const [isLong, setIsLong] = useState(bot.isEnterBuyEnabled);
  const [isShort, setIsShort] = useState(bot.isEnterSellEnabled);
  const set = useSetEntries();
  const direction = directionOf(bot);
  const body = { strategyExecutorId: bot.strategyExecutorId, isEnterBuyEnabled: isLong, isEnterSellEnabled: isShort };
  const long = isLong === bot.isEnterBuyEnabled ? null : isLong;
  const short = isShort === bot.isEnterSellEnabled ? null : isShort;
  const isUnchanged = long === null && short === null;
  const block = useActBlock() ?? (isUnchanged ? t('entries.unchanged') : null);
  return (
    <Preview
      opened
      onClose={onClose}
      kind={useKindView().tone}
      isDestructive={false}
      title={t('entries.title', { name: bot.name })}
      act={isUnchanged ? t('entries.act') : actOf({ long, short }, t)}
      lines={[t('entries.line')]}
      stays={[t('entries.stays')]}
      isBusy={set.isPending}
      blockedBecause={block}
      error={set.error}
      onConfirm={() =>
        set.mutate(body, {
          onSuccess: () =>
            done(
              doneWords(
                bot.name,
                { long: direction === 'sell' ? isShort : isLong, short: direction === 'buy' ? isLong : isShort },
                t,
              ),
              onClose,
            ),
        })
      }
    >
      {direction === 'sell' ? null : <SwitchField label={t('start.long')} checked={isLong} onChange={setIsLong} />}
      {direction === 'buy' ? null : <SwitchField label={t('start.short')} checked={isShort} onChange={setIsShort} />}
    </Preview>
  );
}

/** "Grid opens no new cycles."; both directions by name where they differ. */
function doneWords(name: string, now: { long: boolean; short: boolean }, t: Text): string {
  const word = (isOn: boolean) => t(isOn ? 'entries.on' : 'entries.off');
  if (now.long !== now.short) return t('entries.doneSides', { name, long: word(now.long), short: word(now.short) });
  return t(now.long ? 'entries.doneOn' : 'entries.doneOff', { name });
}

/** "Switch long off, short on"; null for a direction that does not change. */
function actOf(change: { long: boolean | null; short: boolean | null }, t: Text): string {
  const words = (['long', 'short'] as const).flatMap((side) => {
    const isOn = change[side];
    return isOn === null ? [] : [t(isOn ? `entries.${side}On` : `entries.${side}Off`)];
  });
  return t('entries.actOf', { changes: words.join(', ') });
}
