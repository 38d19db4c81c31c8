import { Modal } from '@mantine/core';
import { useState } from 'react';
import { NAME_LENGTH_MAX, TEST_TAGS_MAX } from '#contract/limits.ts';
import { useText } from '#web/i18n/text.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { AreaField, TextField } from '#web/ui/form/field.tsx';
import { useReturnFocus } from '#web/ui/overlay/use-return-focus.ts';
import { ProblemNote } from '#web/ui/page/problem.tsx';
import { useSetTestProps } from '../test-mutations.ts';
import type { ListedTest } from '../test-queries.ts';
import css from './dialogs.module.css';

interface PropsDialogProps {
  readonly test: ListedTest;
  readonly onClose: () => void;
}

/** Name, tags and note of a test. */
export function PropsDialog({ test, onClose }: PropsDialogProps) {
  const t = useText();
  useReturnFocus();
  const set = useSetTestProps();
  const [form, setForm] = useState({ name: test.name, tags: test.tags.join(', '), note: test.note });
  const tags = tagsOf(form.tags);
  const blocked =
    form.name.trim() === ''
      ? t('backtest.props.noName')
      : tags.length > TEST_TAGS_MAX
        ? t('backtest.props.manyTags', { count: TEST_TAGS_MAX })
        : null;
  const save = () =>
    set.mutate(
      { conditionId: test.conditionId, name: form.name.trim(), tags, note: form.note },
      { onSuccess: onClose },
    );
  return (
    <Modal opened onClose={onClose} title={t('backtest.props')} closeButtonProps={{ 'aria-label': t('act.close') }}>
      <div className={css['body']}>
        <TextField
          label={t('backtest.name')}
          value={form.name}
          maxLength={NAME_LENGTH_MAX}
          onChange={(name) => setForm({ ...form, name })}
          isFocusedFirst
        />
        <TextField
          label={t('backtest.props.tags')}
          hint={t('backtest.props.tagsHint')}
          value={form.tags}
          maxLength={400}
          onChange={(tags) => setForm({ ...form, tags })}
        />
        <AreaField label={t('backtest.props.note')} value={form.note} onChange={(note) => setForm({ ...form, note })} />
        {set.isError ? <ProblemNote error={set.error} /> : null}
        {blocked === null ? null : <p className={css['missing']}>{blocked}</p>}
      </div>
      <div className={css['acts']}>
        <Button onClick={onClose}>{t('act.cancel')}</Button>
        <Button variant="filled" disabled={blocked !== null} loading={set.isPending} onClick={save}>
          {t('backtest.props.save')}
        </Button>
      </div>
    </Modal>
  );
}

/** Tags parted by commas, each once. */
function tagsOf(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ''))];
}
