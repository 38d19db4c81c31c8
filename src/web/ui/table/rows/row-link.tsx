import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface RowLinkProps {
  /** What the address names while the drawer of the row is open, such as `{ cycle: id }`. */
  readonly open: Readonly<Record<string, string>>;
  readonly children: ReactNode;
}

/** The link of a row that opens a drawer on this page. The row itself is the stop of the Tab key. */
export function RowLink({ open, children }: RowLinkProps) {
  return (
    <Link to="." search={(before: Readonly<Record<string, unknown>>) => ({ ...before, ...open })} tabIndex={-1}>
      {children}
    </Link>
  );
}
