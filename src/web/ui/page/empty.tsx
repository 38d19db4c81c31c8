import type { ReactNode } from 'react';
import css from './empty.module.css';

interface EmptyProps {
  /** One sentence: why there is nothing. */
  readonly title: string;
  readonly children?: ReactNode;
  /** The one primary action. */
  readonly action?: ReactNode;
  readonly link?: ReactNode;
}

export function Empty({ title, children, action, link }: EmptyProps) {
  return (
    <div className={css['empty']}>
      <h2>{title}</h2>
      {children === undefined ? null : <div className={css['words']}>{children}</div>}
      <div className={css['acts']}>
        {action}
        {link}
      </div>
    </div>
  );
}
