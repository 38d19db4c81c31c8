import { Button, Modal } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { useReturnFocus } from '#web/ui/overlay/use-return-focus.ts';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { useCreatePortfolio } from '../portfolio-mutations.ts';
import css from './dialogs.module.css';

export function CreateDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText();
  useReturnFocus();
  const [name, setName] = useState('');
  const [isAsked, setAsked] = useState(false);
  const create = useCreatePortfolio();
  const isMissing = name.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (isMissing) return;
    create.mutate(name.trim(), {
      onSuccess: (portfolio) => {
        toast(t('portfolio.created', { name: portfolio.name }));
        onClose();
      },
    });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('portfolio.createTitle')}
      closeButtonProps={{ 'aria-label': t('act.close') }}
    >
      <form className={css['form']} onSubmit={submit} noValidate>
        <TextField
          label={t('portfolio.name')}
          hint={t('portfolio.createHint')}
          error={isAsked && isMissing ? t('portfolio.nameMissing') : null}
          value={name}
          onChange={setName}
          isFocusedFirst
        />
        {create.error ? <ProblemNote error={create.error} /> : null}
        <div className={css['acts']}>
          <Button onClick={onClose}>{t('act.cancel')}</Button>
          <Button type="submit" variant="filled" disabled={create.isPending}>
            {t('portfolio.createAct')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
