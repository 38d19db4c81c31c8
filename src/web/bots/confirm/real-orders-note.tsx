import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '#web/api/system-queries.ts';
import { useText } from '#web/i18n/text.tsx';
import { Note } from '#web/ui/page/note.tsx';
import { useIsLive } from './use-is-live.ts';

/** Says to which account the orders of a live kind go; nothing for a paper kind. */
export function RealOrdersNote() {
  const t = useText();
  const isLive = useIsLive();
  const settings = useQuery({ ...settingsQuery, enabled: isLive }).data;
  if (!isLive || settings === undefined) return null;
  const { environment } = settings;
  return (
    <Note tone={environment === 'sim' ? 'info' : 'warn'} title={t(`liveOrders.${environment}`)}>
      {t('liveOrders.checkCaps')}
    </Note>
  );
}
