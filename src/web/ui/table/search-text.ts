import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

type Search = Readonly<Record<string, unknown>>;

/**
 * A filter kept in the address: its text ('' when absent) and a setter, which stays the same. Its reader is drawn again
 * with this filter alone. The Back button undoes a change.
 */
export function useSearchText(name: string): [string, (text: string | null) => void] {
  const navigate = useNavigate();
  const value = useSearch({ strict: false, select: (search: Search) => search[name] });
  const set = useCallback(
    (text: string | null) =>
      void navigate({ to: '.', search: (before: Search) => withText(before, name, text === '' ? null : text) }),
    [navigate, name],
  );
  return [typeof value === 'string' ? value : '', set];
}

function withText(search: Search, name: string, text: string | null): Search {
  const { [name]: _, ...others } = search;
  return text === null ? others : { ...others, [name]: text };
}
