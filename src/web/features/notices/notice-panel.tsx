import { Modal } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { PartText, useText } from '#web/i18n/text.tsx';
import { useReturnFocus } from '#web/ui/overlay/use-return-focus.ts';
import { useIsPhone } from '#web/ui/page/use-is-phone.ts';
import css from './notices.module.css';
import { PagedNotices } from './paged-notices.tsx';

/** What the bell opens: the newest notices, and the way to all settings about them. */
export function NoticePanel({ onClose }: { readonly onClose: () => void }) {
  return (
    <PartText part="notices">
      <Panel onClose={onClose} />
    </PartText>
  );
}

function Panel({ onClose }: { readonly onClose: () => void }) {
  const t = useText();
  const isPhone = useIsPhone();
  useReturnFocus();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('nav.notices')}
      size={560}
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': t('act.close') }}
    >
      <div className={css['paged']}>
        <PagedNotices onLeave={onClose} />
        <Link to="/notifications" onClick={onClose}>
          {t('notices.toSettings')}
        </Link>
      </div>
    </Modal>
  );
}
