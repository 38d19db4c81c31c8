import { ActionIcon } from '@mantine/core';
import { Ellipsis } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Portfolio } from '#web/api/portfolio-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { LateMenu } from '#web/ui/overlay/late-menu.tsx';

const DeleteDialog = lazy(async () => ({ default: (await import('../dialogs/delete-dialog.tsx')).DeleteDialog }));
const OpenedActs = lazy(async () => ({ default: (await import('./opened-acts.tsx')).OpenedActs }));
const PropsDialog = lazy(async () => ({ default: (await import('../dialogs/props-dialog.tsx')).PropsDialog }));

/** The button of the actions for one portfolio, and their dialogs. */
export function PortfolioMenu({ portfolio }: { readonly portfolio: Portfolio }) {
  const t = useText();
  const [dialog, setDialog] = useState<'props' | 'delete' | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <LateMenu
        button={
          <ActionIcon variant="subtle" size={26} aria-label={t('portfolio.acts', { name: portfolio.name })}>
            <Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />
          </ActionIcon>
        }
      >
        {(button) => <OpenedActs button={button} portfolio={portfolio} onChoose={setDialog} />}
      </LateMenu>
      <Suspense>
        {dialog === 'props' ? <PropsDialog portfolio={portfolio} onClose={close} /> : null}
        {dialog === 'delete' ? <DeleteDialog portfolio={portfolio} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
