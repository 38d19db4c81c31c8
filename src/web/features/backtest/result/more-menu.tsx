import { EllipsisVertical } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useText } from '#web/i18n/text.tsx';
import { IconButton } from '#web/ui/form/button.tsx';
import { LateMenu } from '#web/ui/overlay/late-menu.tsx';
import type { RunOf } from '../report-queries.ts';
import type { TestDetail } from '../test-queries.ts';

const OpenedMore = lazy(async () => ({ default: (await import('./opened-more.tsx')).OpenedMore }));
const PropsDialog = lazy(async () => ({ default: (await import('../history/props-dialog.tsx')).PropsDialog }));
const DeleteDialog = lazy(async () => ({ default: (await import('../history/delete-dialog.tsx')).DeleteDialog }));

interface MoreMenuProps {
  readonly test: TestDetail;
  readonly run: RunOf | null;
  /** Called when the test is gone. */
  readonly onDeleted: () => void;
}

/** Name, tags and note; the points of the test and what one of them did as files; deletion. */
export function MoreMenu({ test, run, onDeleted }: MoreMenuProps) {
  const t = useText();
  const [open, setOpen] = useState<'props' | 'delete' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <LateMenu
        button={
          <IconButton variant="subtle" size={30} aria-label={t('backtest.more')}>
            <EllipsisVertical size={16} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        }
      >
        {(button) => (
          <OpenedMore
            button={button}
            test={test}
            run={run}
            onEdit={() => setOpen('props')}
            onDelete={() => setOpen('delete')}
          />
        )}
      </LateMenu>
      <Suspense>
        {open === 'props' ? <PropsDialog test={test} onClose={close} /> : null}
        {open === 'delete' ? <DeleteDialog test={test} onClose={close} onDeleted={onDeleted} /> : null}
      </Suspense>
    </>
  );
}
