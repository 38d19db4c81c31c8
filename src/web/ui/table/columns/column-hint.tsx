import { type ReactNode, useId } from 'react';
import css from './column-hint.module.css';

interface ColumnHintProps {
  readonly hint: string;
  /** Draws the title; the id goes into its `aria-describedby`. */
  readonly children: (hintId: string) => ReactNode;
}

/** Explains a column while the pointer or the focus is on its title, without the library that places explanations. */
export function ColumnHint({ hint, children }: ColumnHintProps) {
  const id = useId();
  return (
    <span className={css['hinted']}>
      {children(id)}
      <span id={id} role="tooltip" aria-hidden="true" className={css['hint']}>
        {hint}
      </span>
    </span>
  );
}
