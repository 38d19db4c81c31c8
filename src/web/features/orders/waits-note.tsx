import { useText } from '#web/i18n/text.tsx';
import { Note } from '#web/ui/page/note.tsx';

/** What paper trading cannot measure. */
export function WaitsNote() {
  const t = useText();
  return (
    <Note tone="info" title={t('orders.waits')}>
      {t('orders.waitsMore')}
    </Note>
  );
}
