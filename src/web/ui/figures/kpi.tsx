import type { ReactNode } from 'react';
import css from './kpi.module.css';

interface KpiBandProps {
  /** Names the group for assistive technology. */
  readonly label: string;
  readonly children: ReactNode;
}

/** One card cut by hairlines. */
export function KpiBand({ label, children }: KpiBandProps) {
  return (
    <dl className={css['band']} aria-label={label}>
      {children}
    </dl>
  );
}

interface KpiProps {
  readonly label: string;
  readonly value: ReactNode;
  readonly unit?: string | undefined;
  /** One line of context under the figure. */
  readonly note?: ReactNode;
}

export function Kpi({ label, value, unit, note }: KpiProps) {
  return (
    <div className={css['kpi']}>
      <dt className={css['label']}>{label}</dt>
      <dd className={css['value']}>
        {value}
        {unit === undefined ? null : <span className={css['unit']}> {unit}</span>}
      </dd>
      {note === undefined ? null : <dd className={css['note']}>{note}</dd>}
    </div>
  );
}
