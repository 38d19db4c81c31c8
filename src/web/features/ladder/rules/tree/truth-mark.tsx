import { Check, Minus, X } from 'lucide-react';
import { useText } from '#web/i18n/text.tsx';
import css from './tree.module.css';
import type { TruthLetter } from './tree-reading.ts';

const icons = { t: Check, f: X, u: Minus } as const;
const words = { t: 'why.truth.true', f: 'why.truth.false', u: 'why.truth.unknown' } as const;

/** Whether a condition holds, as a sign with its word for those who do not see it. */
export function TruthMark({ truth }: { readonly truth: TruthLetter }) {
  const t = useText();
  const Icon = icons[truth];
  return (
    <span className={css['truth']} data-truth={truth} title={t(words[truth])}>
      <Icon size={14} strokeWidth={2} aria-hidden />
      <span className="by-hidden">{t(words[truth])}</span>
    </span>
  );
}
