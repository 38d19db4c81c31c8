import { Link } from '@tanstack/react-router';
import css from './tabs.module.css';

interface TabLinksProps {
  readonly label: string;
  readonly items: readonly {
    readonly label: string;
    /** An address of this program. */
    readonly to: string;
    readonly count?: number;
    readonly isActive: boolean;
  }[];
}

/** Tabs that are links: each has an address, and Back undoes. */
export function TabLinks({ label, items }: TabLinksProps) {
  return (
    <nav className={css['tabs']} aria-label={label}>
      {items.map((item) => (
        <Link key={item.to} to={item.to} className={css['tab']} aria-current={item.isActive ? 'page' : undefined}>
          {item.label}
          {item.count === undefined ? null : <span className={css['count']}>{item.count}</span>}
        </Link>
      ))}
    </nav>
  );
}
