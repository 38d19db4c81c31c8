import { useState } from 'react';
import type { ExchangeKey } from '#web/api/exchange-key-query.ts';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import css from './exchange-key.module.css';
import { KeyDialog } from './key-dialog.tsx';
import { useTestKey } from './key-queries.ts';
import { RemoveKeyDialog } from './remove-key-dialog.tsx';
import { SimulatedDialog } from './simulated-dialog.tsx';

/** Buttons to add a key, or to test, replace and remove the stored one. */
export function KeyActs({ exchangeKey }: { readonly exchangeKey: ExchangeKey }) {
  const t = useText();
  const [dialog, setDialog] = useState<'key' | 'remove' | 'simulated' | null>(null);
  const test = useTestKey();
  const close = () => setDialog(null);
  const { isPresent, lastFour, environment } = exchangeKey;
  const testNow = () =>
    test.mutate(undefined, { onSuccess: ({ refusal }) => refusal === null && toast(t('exchangeKey.tested')) });
  return (
    <>
      {test.error ? <ProblemNote error={test.error} /> : null}
      {isPresent ? (
        <div className={css['buttons']}>
          <Button disabled={test.isPending} onClick={testNow}>
            {t('exchangeKey.test')}
          </Button>
          <Button onClick={() => setDialog('key')}>{t('exchangeKey.rotate')}</Button>
          <Button onClick={() => setDialog('remove')}>{t('exchangeKey.remove')}</Button>
          <span className={css['progress']} role="status">
            {test.isPending ? t('exchangeKey.testing') : ''}
          </span>
        </div>
      ) : (
        <div className={css['buttons']}>
          <Button onClick={() => setDialog('key')}>{t('exchangeKey.add')}</Button>
          {environment === 'sim' ? (
            <Button onClick={() => setDialog('simulated')}>{t('exchangeKey.simulated')}</Button>
          ) : null}
        </div>
      )}
      {dialog === 'key' ? <KeyDialog replaced={isPresent ? lastFour : null} onClose={close} /> : null}
      {dialog === 'simulated' ? <SimulatedDialog onClose={close} /> : null}
      {dialog === 'remove' && lastFour !== null ? <RemoveKeyDialog lastFour={lastFour} onClose={close} /> : null}
    </>
  );
}
