import { removeExchangeKey } from '#contract/exchange-key.ts';
import { api } from '#web/api/api.ts';
import { useText } from '#web/i18n/text.tsx';
import { Preview } from '#web/ui/overlay/preview.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { useKeyStepUp } from './use-key-step-up.ts';

interface RemoveKeyDialogProps {
  readonly lastFour: string;
  readonly onClose: () => void;
}

export function RemoveKeyDialog({ lastFour, onClose }: RemoveKeyDialogProps) {
  const t = useText();
  const stepUp = useKeyStepUp(() => api(removeExchangeKey, { body: {} }));
  const onConfirm = () =>
    stepUp.send((error) => {
      if (error !== null) return;
      toast(t('exchangeKey.removed'));
      onClose();
    });
  return (
    <Preview
      opened
      onClose={onClose}
      title={t('exchangeKey.removeTitle', { lastFour })}
      act={t('exchangeKey.removeAct')}
      isDestructive
      lines={[t('exchangeKey.removeLine')]}
      stays={[t('exchangeKey.removeStays')]}
      isBusy={stepUp.isPending || !stepUp.isReady}
      error={stepUp.error}
      onConfirm={onConfirm}
    >
      {stepUp.field}
    </Preview>
  );
}
