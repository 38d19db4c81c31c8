import { Pencil, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { IconButton } from '#web/ui/form/button.tsx';
import type { ListedTest } from '../test-queries.ts';
import css from './history.module.css';

const PropsDialog = lazy(async () => ({ default: (await import('./props-dialog.tsx')).PropsDialog }));
const DeleteDialog = lazy(async () => ({ default: (await import('./delete-dialog.tsx')).DeleteDialog }));

/** Edits name, tags and note of a test, or deletes it. */
export function TestActs({ test }: { readonly test: ListedTest }) {
  const t = useText();
  const [open, setOpen] = useState<'props' | 'delete' | null>(null);
  const { name } = test;
  const icon = { size: 15, strokeWidth: 1.75, 'aria-hidden': true } as const;
  const close = () => setOpen(null);
  return (
    <span className={css['acts']}>
      <IconButton
        variant="subtle"
        size={26}
        aria-label={t('backtest.editNamed', { name })}
        onClick={() => setOpen('props')}
      >
        <Pencil {...icon} />
      </IconButton>
      <IconButton
        variant="subtle"
        size={26}
        aria-label={t('backtest.deleteNamed', { name })}
        onClick={() => setOpen('delete')}
      >
        <Trash2 {...icon} />
      </IconButton>
      <Suspense>
        {open === 'props' ? <PropsDialog test={test} onClose={close} /> : null}
        {open === 'delete' ? <DeleteDialog test={test} onClose={close} onDeleted={close} /> : null}
      </Suspense>
    </span>
  );
}
