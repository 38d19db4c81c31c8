import { type ReactNode, useId } from 'react';
import css from './tip.module.css';

interface TipProps {
  /** Null: there is nothing to explain. */
  readonly words: string | null;
  /** Draws what is explained; the id, where there is one, goes into its `aria-describedby`. */
  readonly children: (tipId: string | undefined) => ReactNode;
}

/** Explains a control below it while the pointer or the focus is on it, without the library that places explanations. */
export function Tip({ words, children }: TipProps) {
  const id = useId();
  return (
    <span className={css['tipped']}>
      {children(words === null ? undefined : id)}
      {words === null ? null : (
        <span id={id} role="tooltip" className={css['tip']}>
          {words}
        </span>
      )}
    </span>
  );
}
