import { Ellipsis } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Portfolio } from '#web/api/portfolio-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { IconButton } from '#web/ui/form/button.tsx';
import { LateMenu } from '#web/ui/overlay/late-menu.tsx';
import type { PortfolioDialog } from './opened-acts.tsx';

const DeleteDialog = lazy(async () => ({ default: (await import('./delete-dialog.tsx')).DeleteDialog }));
const OpenedActs = lazy(async () => ({ default: (await import('./opened-acts.tsx')).OpenedActs }));
const RenameDialog = lazy(async () => ({ default: (await import('./rename-dialog.tsx')).RenameDialog }));
const PropsDialog = lazy(async () => ({ default: (await import('./props-dialog.tsx')).PropsDialog }));

interface PortfolioMenuProps {
  readonly portfolio: Portfolio;
  /** In pixels. */
  readonly size?: number;
  /** After the portfolio is deleted, for a page that showed nothing else. */
  readonly onDeleted?: () => void;
}

/** The button of the actions for one portfolio, and their dialogs. */
export function PortfolioMenu({ portfolio, size = 26, onDeleted }: PortfolioMenuProps) {
  const t = useText();
  const [dialog, setDialog] = useState<PortfolioDialog | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <LateMenu
        button={
          <IconButton variant="subtle" size={size} aria-label={t('portfolio.acts', { name: portfolio.name })}>
            <Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        }
      >
        {(button) => <OpenedActs button={button} portfolio={portfolio} onChoose={setDialog} />}
      </LateMenu>
      <Suspense>
        {dialog === 'rename' ? <RenameDialog portfolio={portfolio} onClose={close} /> : null}
        {dialog === 'props' ? <PropsDialog portfolio={portfolio} onClose={close} /> : null}
        {dialog === 'delete' ? <DeleteDialog portfolio={portfolio} onClose={close} onDeleted={onDeleted} /> : null}
      </Suspense>
    </>
  );
}
