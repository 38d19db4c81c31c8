import type { ReactNode } from 'react';
import css from './empty.module.css';

interface EmptyProps {
  /** One sentence: why there is nothing. */
  readonly title: string;
  /** `h1` when it replaces the whole page. */
  readonly heading?: 'h1' | 'h2';
  readonly children?: ReactNode;
  /** The one primary action. */
  readonly action?: ReactNode;
  readonly link?: ReactNode;
}

export function Empty({ title, heading: Heading = 'h2', children, action, link }: EmptyProps) {
  return (
    <div className={css['empty']}>
      <Heading className={css['title']}>{title}</Heading>
      {children === undefined ? null : <div className={css['words']}>{children}</div>}
      <div className={css['acts']}>
        {action}
        {link}
      </div>
    </div>
  );
}
