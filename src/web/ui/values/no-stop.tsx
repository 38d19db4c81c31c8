import { ShieldOff } from 'lucide-react';
import { useText } from '#web/i18n/text.tsx';
import css from './no-stop.module.css';

/** Marks an open position that no stop-loss protects; in words where there is room. */
export function NoStop({ look = 'word' }: { readonly look?: 'word' | 'icon' }) {
  const t = useText();
  const icon = <ShieldOff size={14} strokeWidth={1.75} aria-hidden="true" />;
  if (look === 'word') {
    return (
      <span className={css['mark']} title={t('position.noStopWhy')}>
        {icon} {t('position.noStop')}
      </span>
    );
  }
  return (
    <span
      className={css['mark']}
      role="img"
      aria-label={t('position.noStop')}
      title={`${t('position.noStop')}: ${t('position.noStopWhy')}`}
    >
      {icon}
    </span>
  );
}
