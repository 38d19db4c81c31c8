import type { ReactNode } from 'react';
import { SearchField } from '../form/search-field.tsx';
import css from './table-toolbar.module.css';

interface TableToolbarProps {
  /** Title and filters, from the left. */
  readonly children: ReactNode;
  /** A choice beside the search. */
  readonly choice?: ReactNode;
  readonly search: Parameters<typeof SearchField>[0];
}

/** The line above a table: its filters, its search, and room at the end for the table's own CSV and columns. */
export function TableToolbar({ children, choice, search }: TableToolbarProps) {
  return (
    <div className={css['toolbar']}>
      {children}
      <div className={css['end']}>
        {choice}
        <div className={css['search']}>
          <SearchField {...search} />
        </div>
      </div>
    </div>
  );
}
