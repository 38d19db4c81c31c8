import { Modal } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { addExchangeKey, rotateExchangeKey } from '#contract/exchange-key.ts';
import { api } from '#web/api/api.ts';
import { isApiError } from '#web/api/api-error.ts';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { PlainInput } from '#web/ui/form/plain-input.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { useReturnFocus } from '#web/ui/overlay/use-return-focus.ts';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import css from './exchange-key.module.css';
import { useKeyStepUp } from './use-key-step-up.ts';

interface KeyDialogProps {
  /** Last characters of the key to be replaced; null when there is none yet. */
  readonly replaced: string | null;
  readonly onClose: () => void;
}

const LENGTH_MAX = 512;

/** Asks for a key and its secret, which are tested before they are stored. Any answer clears the secret. */
export function KeyDialog({ replaced, onClose }: KeyDialogProps) {
  const t = useText();
  useReturnFocus();
  const [apiKey, setApiKey] = useState('');
  const [secret, setSecret] = useState('');
  const stepUp = useKeyStepUp(() => {
    const body = { apiKey, secret };
    return replaced === null ? api(addExchangeKey, { body }) : api(rotateExchangeKey, { body });
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    stepUp.send((error) => {
      if (!isApiError(error, 'STEP_UP_REQUIRED')) setSecret('');
      if (error !== null) return;
      toast(t('exchangeKey.added'));
      onClose();
    });
  };
  const isFilled = apiKey.trim() !== '' && secret !== '' && stepUp.isReady;
  const title = replaced === null ? t('exchangeKey.addTitle') : t('exchangeKey.rotateTitle', { lastFour: replaced });
  const act = t(replaced === null ? 'exchangeKey.sendAdd' : 'exchangeKey.sendRotate');
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('act.close') }}>
      <form className={css['form']} onSubmit={submit} noValidate autoComplete="off">
        <p className={css['advice']}>{t('exchangeKey.advice')}</p>
        <PlainInput
          label={t('exchangeKey.field.key')}
          name="exchange-key"
          autoComplete="off"
          spellCheck={false}
          maxLength={LENGTH_MAX}
          data-autofocus=""
          value={apiKey}
          onChange={(event) => setApiKey(event.currentTarget.value)}
        />
        <PasswordField
          label={t('exchangeKey.secret')}
          hint={t('exchangeKey.secretHint')}
          name="exchange-secret"
          autoComplete="off"
          value={secret}
          onChange={setSecret}
        />
        {stepUp.field}
        {stepUp.error ? <ProblemNote error={stepUp.error} /> : null}
        <div className={css['acts']}>
          <span className={css['progress']} role="status">
            {stepUp.isPending ? t('exchangeKey.sending') : ''}
          </span>
          <Button onClick={onClose}>{t('act.cancel')}</Button>
          <Button type="submit" variant="filled" disabled={!isFilled || stepUp.isPending}>
            {act}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
