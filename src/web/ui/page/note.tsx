import { Info, OctagonAlert, ShieldAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import css from './note.module.css';

const icons = { danger: OctagonAlert, warn: TriangleAlert, info: Info } as const;

interface NoteProps {
  readonly tone: 'danger' | 'warn' | 'info';
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** A tinted note with an icon and text. A danger note is announced at once. */
export function Note({ tone, title, children, actions }: NoteProps) {
  const Icon = icons[tone];
  return (
    <div className={css['note']} data-tone={tone} role={tone === 'danger' ? 'alert' : undefined}>
      <Icon className={css['icon']} size={16} strokeWidth={1.75} aria-hidden="true" />
      <div className={css['words']}>
        <div className={css['title']}>{title}</div>
        {children === undefined || children === null ? null : <div className={css['text']}>{children}</div>}
      </div>
      {actions === undefined ? null : <div className={css['actions']}>{actions}</div>}
    </div>
  );
}

/** Shown above the content while something needs attention, until the cause is gone. */
export function AlarmBanner({ title, children, actions }: Omit<NoteProps, 'tone'>) {
  return (
    <div className={css['banner']} role="alert">
      <ShieldAlert className={css['icon']} size={18} strokeWidth={1.75} aria-hidden="true" />
      <div className={css['words']}>
        <div className={css['title']}>{title}</div>
        {children === undefined ? null : <div>{children}</div>}
      </div>
      {actions === undefined ? null : <div className={css['actions']}>{actions}</div>}
    </div>
  );
}
