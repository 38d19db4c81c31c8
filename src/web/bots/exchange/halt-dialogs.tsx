import { useState } from 'react';
import { haltExchangeAccount, releaseExchangeAccount } from '#contract/account/exchange-account.ts';
import { HALT_REASON_LENGTH_MAX } from '#contract/limits.ts';
import { api } from '#web/api/api.ts';
import { confirmed } from '#web/api/exchange/confirmed.ts';
import { useText } from '#web/i18n/text.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { Preview } from '#web/ui/overlay/preview.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { RealOrdersNote } from '../confirm/real-orders-note.tsx';
import { useAccountCommand } from './use-account-command.ts';

export interface HaltDialogProps {
  /** Null: the whole account. */
  readonly bot: { readonly botId: string; readonly name: string } | null;
  readonly onClose: () => void;
}

/** Halts a bot or the account. It never asks for a password: halting must not be delayed. */
export function HaltDialog({ bot, onClose }: HaltDialogProps) {
  const t = useText();
  const [reason, setReason] = useState(t('live.halt.byUser'));
  const halt = useAccountCommand({
    act: () =>
      api(haltExchangeAccount, {
        body: { botId: bot?.botId ?? null, reason: reason.trim() || t('live.halt.byUser') },
      }),
    asks: 'when-refused',
  });
  return (
    <Preview
      opened
      onClose={onClose}
      kind="live"
      title={bot === null ? t('live.halt.titleAccount') : t('live.halt.titleBot', { name: bot.name })}
      act={bot === null ? t('live.halt.actAccount') : t('live.halt.botNamed', { name: bot.name })}
      lines={[t('live.halt.line')]}
      stays={[t('live.halt.stays')]}
      isBusy={halt.isPending}
      error={halt.error}
      onConfirm={() =>
        halt.send((error) => {
          if (error !== null) return;
          toast(t('live.halt.done'));
          onClose();
        })
      }
    >
      <TextField label={t('live.halt.reason')} value={reason} maxLength={HALT_REASON_LENGTH_MAX} onChange={setReason} />
    </Preview>
  );
}

/** Releases the halt of a bot or of the account, which adds risk again: it needs a recent sign-in. */
export function ReleaseDialog({ bot, onClose }: HaltDialogProps) {
  const t = useText();
  const release = useAccountCommand({
    act: () =>
      confirmed((confirmation) =>
        api(releaseExchangeAccount, { body: { botId: bot?.botId ?? null, ...confirmation } }),
      ),
    asks: 'when-old',
  });
  return (
    <Preview
      opened
      onClose={onClose}
      kind="live"
      isDestructive={false}
      title={bot === null ? t('live.release.titleAccount') : t('live.release.titleBot', { name: bot.name })}
      act={bot === null ? t('live.release.actAccount') : t('live.halt.releaseBotNamed', { name: bot.name })}
      lines={[t('live.release.line')]}
      isBusy={release.isPending || !release.isReady}
      error={release.error}
      onConfirm={() =>
        release.send((error) => {
          if (error !== null) return;
          toast(t('live.release.done'));
          onClose();
        })
      }
    >
      <RealOrdersNote />
      {release.field}
    </Preview>
  );
}
