import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import type { LogSearch } from './log-queries.ts';

export const levels = ['info', 'warning', 'error'] as const;

/** What the page shows, kept in the address. */
export interface LogChoice {
  readonly filter: LogSearch;
  /** What is typed; the list follows a moment later, so that it does not slow typing down. */
  readonly typed: string;
  readonly view: 'lines' | 'cycles';
  readonly isFiltered: boolean;
  set(patch: Readonly<Record<string, string | null>>): void;
  clear(): void;
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/;

/** Filters in the address; the Back button undoes a change. */
export function useLogFilter(): LogChoice {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const text = (name: string): string => (typeof search[name] === 'string' ? search[name] : '');
  const instant = (name: string): string => (INSTANT.test(text(name)) ? text(name) : '');
  const typed = text('q');
  const filter = {
    level: levels.find((one) => one === search['level']),
    botId: text('bot'),
    portfolioId: text('portfolio'),
    cycleId: text('cycle'),
    orderId: text('order'),
    symbol: text('symbol'),
    search: useDeferredValue(typed),
    dateFrom: instant('from'),
    dateTo: instant('to'),
  };
  return {
    filter,
    typed,
    view: search['view'] === 'cycles' ? 'cycles' : 'lines',
    isFiltered: Object.values(filter).some((value) => value !== undefined && value !== ''),
    set: (patch) => void navigate({ to: '.', search: { ...search, ...patch } }),
    clear: () => void navigate({ to: '.', search: {} }),
  };
}
