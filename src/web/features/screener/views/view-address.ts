import { useNavigate, useSearch } from '@tanstack/react-router';

type Search = Readonly<Record<string, unknown>>;

/** What a view is made of: filters, searched text, columns, order, and the rule with its days. */
const PARTS = ['f', 'q', 'columns', 'sort', 'rule', 'days'] as const;

/** The view that the address shows, as the part of an address, and a setter. What is open or selected is no part of it. */
export function useViewAddress(): readonly [string, (address: string) => void] {
  const navigate = useNavigate();
  const address = useSearch({ strict: false, select: viewAddress });
  const show = (next: string) => {
    const parts: Search = Object.fromEntries(new URLSearchParams(next));
    void navigate({ to: '.', search: (before: Search) => ({ ...before, ...partsOf(parts) }) });
  };
  return [address, show];
}

function partsOf(search: Search): Record<string, string | undefined> {
  return Object.fromEntries(PARTS.map((part) => [part, textOf(search[part])]));
}

function viewAddress(search: Search): string {
  const given = PARTS.flatMap((part) => {
    const text = textOf(search[part]);
    return text === undefined ? [] : [[part, text]];
  });
  return new URLSearchParams(given).toString();
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
