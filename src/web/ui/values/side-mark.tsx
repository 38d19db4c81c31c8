import { ArrowDownRight, ArrowDownUp, ArrowUpRight } from 'lucide-react';
import { useText } from '#web/i18n/text.tsx';
import css from './side-mark.module.css';

const looks = {
  buy: { Icon: ArrowUpRight, key: 'side.long' },
  sell: { Icon: ArrowDownRight, key: 'side.short' },
  both: { Icon: ArrowDownUp, key: 'side.both' },
} as const;

/** Long, short or both: arrow and word, no colour. */
export function SideMark({ direction }: { readonly direction: 'buy' | 'sell' | 'both' }) {
  const t = useText();
  const { Icon, key } = looks[direction];
  return (
    <span className={css['side']}>
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
      {t(key)}
    </span>
  );
}
