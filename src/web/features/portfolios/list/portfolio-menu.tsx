import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { Ellipsis } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Portfolio } from '#web/api/portfolio-queries.ts';
import { useText } from '#web/i18n/text.tsx';

const DeleteDialog = lazy(async () => ({ default: (await import('../dialogs/delete-dialog.tsx')).DeleteDialog }));
const PropsDialog = lazy(async () => ({ default: (await import('../dialogs/props-dialog.tsx')).PropsDialog }));

/** Actions for one portfolio; deleting explains why it is disabled while the portfolio holds bots. */
export function PortfolioMenu({ portfolio }: { readonly portfolio: Portfolio }) {
  const t = useText();
  const [dialog, setDialog] = useState<'props' | 'delete' | null>(null);
  const close = () => setDialog(null);
  const isBlocked = portfolio.botsTotal > 0;
  const reason = t('portfolio.deleteBlocked', { bots: t.plural('bots', portfolio.botsTotal) });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" size={26} aria-label={t('portfolio.acts', { name: portfolio.name })}>
            <Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setDialog('props')}>{t('portfolio.edit')}</Menu.Item>
          <Tooltip label={reason} disabled={!isBlocked}>
            <Menu.Item
              aria-disabled={isBlocked}
              aria-description={isBlocked ? reason : undefined}
              {...(isBlocked ? { 'data-disabled': true } : {})}
              onClick={() => (isBlocked ? undefined : setDialog('delete'))}
            >
              {t('portfolio.delete')}
            </Menu.Item>
          </Tooltip>
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {dialog === 'props' ? <PropsDialog portfolio={portfolio} onClose={close} /> : null}
        {dialog === 'delete' ? <DeleteDialog portfolio={portfolio} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
