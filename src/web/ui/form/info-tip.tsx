import { Info } from 'lucide-react';
import css from './info-tip.module.css';

/** A mark beside a term that explains it in one sentence while the pointer or the focus is on it. */
export function InfoTip({ info }: { readonly info: string }) {
  return (
    <>
      <button type="button" className={css['info']} aria-label={info}>
        <Info size={12} strokeWidth={1.75} aria-hidden="true" />
      </button>
      <span className={css['tip']} aria-hidden="true">
        {info}
      </span>
    </>
  );
}
