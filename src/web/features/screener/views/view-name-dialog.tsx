import { Modal } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { useReturnFocus } from '#web/ui/overlay/use-return-focus.ts';
import css from '../screener.module.css';
import { VIEW_NAME_MAX } from './saved-views.ts';

interface ViewNameDialogProps {
  /** Of the views that are saved. */
  readonly names: readonly string[];
  /** The view that gets another name; null: a new one is saved. */
  readonly renamed: string | null;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks for the name of a view. */
export function ViewNameDialog({ names, renamed, onName, onClose }: ViewNameDialogProps) {
  const t = useText();
  useReturnFocus();
  const [text, setText] = useState(renamed ?? '');
  const name = text.trim();
  const isTaken = name !== renamed && names.includes(name);
  const isRefused = isTaken && renamed !== null;
  const word = isTaken ? 'replace' : renamed === null ? 'saveAct' : 'renameAct';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name === '' || isRefused) return;
    onName(name);
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(renamed === null ? 'screener.view.saveTitle' : 'screener.view.renameTitle')}
      closeButtonProps={{ 'aria-label': t('act.close') }}
    >
      <form className={css['nameForm']} onSubmit={submit}>
        <TextField
          label={t('screener.view.name')}
          hint={renamed === null ? t('screener.view.nameHint') : undefined}
          error={isRefused ? t('screener.view.taken') : undefined}
          value={text}
          maxLength={VIEW_NAME_MAX}
          onChange={setText}
          isFocusedFirst
        />
        <div className={css['acts']}>
          <Button onClick={onClose}>{t('act.cancel')}</Button>
          <Button variant="filled" type="submit" disabled={name === '' || isRefused}>
            {t(`screener.view.${isRefused ? 'renameAct' : word}`)}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
