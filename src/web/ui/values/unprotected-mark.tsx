import { ShieldAlert, ShieldOff } from 'lucide-react';
import { useText } from '#web/i18n/text.tsx';
import css from './unprotected-mark.module.css';

interface UnprotectedMarkProps {
  readonly protection: 'flat' | 'protected' | 'by_design' | 'missing';
  /** `short` is for narrow cards: one word, and the reason in its tip. */
  readonly look?: 'word' | 'short' | 'icon';
}

/** Marks an unprotected position, and says whether its bot sets no stop-loss or misses it; nothing for others. */
export function UnprotectedMark({ protection, look = 'word' }: UnprotectedMarkProps) {
  const t = useText();
  if (protection === 'flat' || protection === 'protected') return null;
  const Icon = protection === 'missing' ? ShieldAlert : ShieldOff;
  const icon = <Icon size={14} strokeWidth={1.75} aria-hidden="true" />;
  const name = t(`position.unprotected.${protection}`);
  const why = t(`position.unprotectedWhy.${protection}`);
  if (look !== 'icon') {
    return (
      <span
        className={css['mark']}
        data-missing={protection === 'missing' || undefined}
        title={look === 'word' ? why : `${name}: ${why}`}
      >
        {icon} {look === 'word' ? name : t('position.unprotectedShort')}
      </span>
    );
  }
  return (
    <span
      className={css['mark']}
      data-missing={protection === 'missing' || undefined}
      role="img"
      aria-label={name}
      title={`${name}: ${why}`}
    >
      {icon}
    </span>
  );
}
