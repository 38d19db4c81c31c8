import type { ReactNode } from 'react';
import css from './card.module.css';

interface CardProps {
  readonly title?: ReactNode;
  /** Secondary text beside the title. */
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** The content touches the edges, as tables and charts do. */
  readonly isFlush?: boolean;
}

export function Card({ title, note, actions, children, isFlush = false }: CardProps) {
  return (
    <section className={css['card']}>
      {title === undefined && actions === undefined ? null : (
        <header className={css['head']}>
          {title === undefined ? null : <h2>{title}</h2>}
          {note === undefined ? null : <span className={css['note']}>{note}</span>}
          <div className={css['actions']}>{actions}</div>
        </header>
      )}
      <div className={isFlush ? css['flush'] : css['body']}>{children}</div>
    </section>
  );
}
