import { Modal } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { NAME_LENGTH_MAX } from '#contract/limits.ts';
import { isApiError } from '#web/api/api-error.ts';
import type { Portfolio } from '#web/api/portfolio-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { toast } from '#web/ui/overlay/toast.ts';
import { useReturnFocus } from '#web/ui/overlay/use-return-focus.ts';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import css from './dialogs.module.css';
import { nameTrouble } from './name-trouble.ts';
import { useRenamePortfolio } from './portfolio-acts.ts';
import { RenamedToast } from './renamed-toast.tsx';

interface RenameDialogProps {
  readonly portfolio: Pick<Portfolio, 'portfolioId' | 'name'>;
  readonly onClose: () => void;
}

/** Another name for a portfolio. It holds at once, and the toast takes it back. */
export function RenameDialog({ portfolio, onClose }: RenameDialogProps) {
  const t = useText();
  useReturnFocus();
  const { portfolioId, name: before } = portfolio;
  const [name, setName] = useState(before);
  /** The name that was last sent: what the server said of it does not hold for another one. */
  const [sent, setSent] = useState('');
  const rename = useRenamePortfolio();
  const after = name.trim();
  const trouble = nameTrouble(name, sent === after ? rename.error : null, t);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (after === '') return;
    if (after === before) return onClose();
    setSent(after);
    rename.mutate(
      { portfolioId, name: after },
      {
        onSuccess: () => {
          toast(<RenamedToast portfolioId={portfolioId} before={before} after={after} />);
          onClose();
        },
      },
    );
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('portfolio.renameTitle', { name: before })}
      closeButtonProps={{ 'aria-label': t('act.close') }}
    >
      <form className={css['form']} onSubmit={submit} noValidate>
        <TextField
          label={t('portfolio.name')}
          hint={t('portfolio.renameHint')}
          error={trouble}
          value={name}
          onChange={setName}
          maxLength={NAME_LENGTH_MAX}
          isFocusedFirst
        />
        {rename.error && !isApiError(rename.error, 'NAME_TAKEN') ? <ProblemNote error={rename.error} /> : null}
        <div className={css['acts']}>
          <Button onClick={onClose}>{t('act.cancel')}</Button>
          <Button type="submit" variant="filled" disabled={after === '' || rename.isPending}>
            {t('portfolio.renameAct')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
