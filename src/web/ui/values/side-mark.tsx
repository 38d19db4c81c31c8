import { ArrowDownRight, ArrowDownUp, ArrowUpRight } from 'lucide-react';
import { useText } from '#web/i18n/text.tsx';
import css from './side-mark.module.css';

const icons = { buy: ArrowUpRight, sell: ArrowDownRight, both: ArrowDownUp } as const;

/** The word of a side by its direction. */
export const sideWords = { buy: 'side.long', sell: 'side.short', both: 'side.both' } as const;

/** Long, short or both: arrow and word, no colour. */
export function SideMark({ direction }: { readonly direction: 'buy' | 'sell' | 'both' }) {
  const t = useText();
  const Icon = icons[direction];
  return (
    <span className={css['side']}>
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
      {t(sideWords[direction])}
    </span>
  );
}
