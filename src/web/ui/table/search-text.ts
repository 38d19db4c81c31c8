import { useNavigate, useSearch } from '@tanstack/react-router';

/** A filter kept in the address: its text ('' when absent) and a setter. The Back button undoes a change. */
export function useSearchText(name: string): [string, (text: string | null) => void] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const value = search[name];
  const set = (text: string | null) => {
    const { [name]: _, ...others } = search;
    void navigate({ to: '.', search: text === null || text === '' ? others : { ...others, [name]: text } });
  };
  return [typeof value === 'string' ? value : '', set];
}
