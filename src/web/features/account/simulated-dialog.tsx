import { openSimulatedAccount } from '#contract/exchange-key.ts';
import { api } from '#web/api/api.ts';
import { useText } from '#web/i18n/text.tsx';
import { Preview } from '#web/ui/overlay/preview.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { useKeyStepUp } from './use-key-step-up.ts';

/** Brings back the key of the user's own account at the simulated exchange. */
export function SimulatedDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText();
  const stepUp = useKeyStepUp(() => api(openSimulatedAccount, { body: {} }));
  const onConfirm = () =>
    stepUp.send((error) => {
      if (error !== null) return;
      toast(t('exchangeKey.added'));
      onClose();
    });
  return (
    <Preview
      opened
      onClose={onClose}
      title={t('exchangeKey.simulatedTitle')}
      act={t('exchangeKey.simulated')}
      lines={[t('exchangeKey.simulatedLine')]}
      isBusy={stepUp.isPending || !stepUp.isReady}
      error={stepUp.error}
      onConfirm={onConfirm}
    >
      {stepUp.field}
    </Preview>
  );
}
