import { type ReactNode, useId } from 'react';
import css from './titled-part.module.css';

interface TitledPartProps {
  readonly title: ReactNode;
  /** Where its title leads, at the other end of its line. */
  readonly link?: ReactNode;
  readonly children: ReactNode;
}

/** One of several parts of a drawer, under its own heading. */
export function TitledPart({ title, link, children }: TitledPartProps) {
  const titleId = useId();
  return (
    <section className={css['part']} aria-labelledby={titleId}>
      <div className={css['head']}>
        <h2 id={titleId}>{title}</h2>
        {link}
      </div>
      {children}
    </section>
  );
}
