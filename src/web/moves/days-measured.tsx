import { Link } from '@tanstack/react-router';
import { useText } from '#web/i18n/text.tsx';
import { utcMinute } from '#web/ui/values/format.ts';
import css from './moves.module.css';
import type { ToldReach } from './price-move-queries.ts';

interface DaysMeasuredProps extends Pick<ToldReach, 'dateTo' | 'daysAsked' | 'daysStored'> {
  /** Where the missing days can be downloaded; null on that page itself. */
  readonly symbol: string | null;
}

/** Of which days the figures are made, and how many are missing. */
export function DaysMeasured({ symbol, dateTo, daysAsked, daysStored }: DaysMeasuredProps) {
  const t = useText();
  const words = { stored: t.number(daysStored), asked: daysAsked, to: utcMinute(dateTo, t.language) };
  const isShort = Number(daysStored) < daysAsked;
  return (
    <p className={css['quiet']}>
      {t(isShort ? 'moves.daysShort' : 'moves.days', words)}
      {isShort && symbol !== null ? (
        <>
          {' '}
          <Link to="/market/$symbol" params={{ symbol }}>
            {t('moves.download')}
          </Link>
        </>
      ) : null}
    </p>
  );
}
