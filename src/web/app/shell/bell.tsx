import { Bell as BellIcon } from 'lucide-react';
import { useText } from '#web/i18n/text.tsx';
import css from './bell.module.css';

const SHOWN_MAX = 99;

/** How much is unread, on every page; opens the notices. */
export function Bell({ unread, onOpen }: { readonly unread: number; readonly onOpen: () => void }) {
  const t = useText();
  return (
    <button
      type="button"
      className={css['bell']}
      aria-haspopup="dialog"
      aria-label={t('nav.bell', { count: unread })}
      onClick={onOpen}
    >
      <BellIcon size={16} strokeWidth={1.75} aria-hidden="true" />
      {unread === 0 ? null : (
        <span className={css['count']} aria-hidden="true">
          {unread > SHOWN_MAX ? `${SHOWN_MAX}+` : unread}
        </span>
      )}
    </button>
  );
}
