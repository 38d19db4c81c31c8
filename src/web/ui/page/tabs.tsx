import { Link } from '@tanstack/react-router';
import css from './tabs.module.css';

interface TabLinksProps {
  readonly label: string;
  readonly items: readonly {
    readonly label: string;
    /** An address of this program. */
    readonly to: string;
    /** The query that the tab adds to it. */
    readonly search?: Readonly<Record<string, string>>;
    readonly count?: number;
    readonly isActive: boolean;
  }[];
}

/** Tabs that are links: each has an address, so the Back button works. */
export function TabLinks({ label, items }: TabLinksProps) {
  return (
    <nav className={css['tabs']} aria-label={label}>
      {items.map((item) => (
        <Link
          key={item.label}
          to={item.to}
          search={item.search ?? {}}
          className={css['tab']}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={item.isActive ? 'page' : undefined}
        >
          {item.label}
          {item.count === undefined ? null : <span className={css['count']}>{item.count}</span>}
        </Link>
      ))}
    </nav>
  );
}

interface TabButtonsProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly items: readonly { readonly value: T; readonly label: string; readonly count?: number }[];
}

/** Tabs within a page; exactly one is active. */
export function TabButtons<T extends string>({ label, value, onChange, items }: TabButtonsProps<T>) {
  return (
    <fieldset className={css['tabs']}>
      <legend className="by-hidden">{label}</legend>
      {items.map((item) => (
        <button
          key={item.value}
          type="button"
          className={css['tab']}
          aria-pressed={item.value === value}
          onClick={() => onChange(item.value)}
        >
          {item.label}
          {item.count === undefined ? null : <span className={css['count']}>{item.count}</span>}
        </button>
      ))}
    </fieldset>
  );
}
