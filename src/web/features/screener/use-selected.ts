import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';

type Search = Readonly<Record<string, unknown>>;

/**
 * The symbols that are chosen, kept in the address: whoever comes back from a test of them finds them chosen. The Back button
 * leads to the page before, and not through every check box.
 */
export function useSelected(): readonly [ReadonlySet<string>, (ids: ReadonlySet<string>) => void] {
  const navigate = useNavigate();
  const text = useSearch({ strict: false, select: (search: Search) => search['selected'] });
  const ids = useMemo(() => new Set(typeof text === 'string' && text !== '' ? text.split(',') : []), [text]);
  const choose = (next: ReadonlySet<string>) => {
    const selected = next.size === 0 ? undefined : [...next].join(',');
    void navigate({ to: '.', replace: true, search: (before: Search) => ({ ...before, selected }) });
  };
  return [ids, choose];
}
