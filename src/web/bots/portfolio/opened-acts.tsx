import { Menu, Tooltip } from '@mantine/core';
import type { ReactElement } from 'react';
import type { Portfolio } from '#web/api/portfolio-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { OpenedMenu } from '#web/ui/overlay/opened-menu.tsx';

export type PortfolioDialog = 'rename' | 'props' | 'delete';

interface OpenedActsProps {
  readonly button: ReactElement;
  readonly portfolio: Portfolio;
  readonly onChoose: (dialog: PortfolioDialog) => void;
}

/** Actions for one portfolio; deleting explains why it is disabled while the portfolio holds bots. */
export function OpenedActs({ button, portfolio, onChoose }: OpenedActsProps) {
  const t = useText();
  const isBlocked = portfolio.botsTotal > 0;
  const reason = t('portfolio.deleteBlocked', { bots: t.plural('bots', portfolio.botsTotal) });
  return (
    <OpenedMenu button={button} position="bottom-end">
      <Menu.Item onClick={() => onChoose('rename')}>{t('portfolio.rename')}</Menu.Item>
      <Menu.Item onClick={() => onChoose('props')}>{t('portfolio.edit')}</Menu.Item>
      <Tooltip label={reason} disabled={!isBlocked}>
        <Menu.Item
          aria-disabled={isBlocked}
          aria-description={isBlocked ? reason : undefined}
          {...(isBlocked ? { 'data-disabled': true } : {})}
          onClick={() => (isBlocked ? undefined : onChoose('delete'))}
        >
          {t('portfolio.delete')}
        </Menu.Item>
      </Tooltip>
    </OpenedMenu>
  );
}
