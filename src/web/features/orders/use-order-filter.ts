import { useNavigate, useSearch } from '@tanstack/react-router';
import { executedOrder, orderRole } from '#contract/orders/order-stat.ts';
import { allKinds } from '#engine/bots/registry.ts';
import { useMarketNow } from '#web/api/live/use-live.ts';
import type { ListSearch, StatSearch } from './order-queries.ts';

const DAY_MS = 86_400_000;
/** Days of a period, by its name in the address. */
export const spans = { day: 1, week: 7, month: 30 } as const;
export type StatSpan = keyof typeof spans;
export const spanNames = Object.keys(spans).filter((name): name is StatSpan => name in spans);

/** What the page shows, kept in the address. */
export interface OrderChoice {
  readonly span: StatSpan;
  /** Last day of the period. */
  readonly day: string;
  readonly isToday: boolean;
  /** Real and simulated orders are never counted together. */
  readonly execution: 'paper' | 'live';
  readonly stat: StatSearch;
  readonly list: ListSearch;
  readonly isFiltered: boolean;
  set(patch: Readonly<Record<string, string | null>>): void;
  clear(): void;
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Period and filters in the address; the Back button undoes a change.
 * @returns null until the market's time is known
 */
export function useOrderFilter(): OrderChoice | null {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const now = useMarketNow();
  if (now === null) return null;
  const text = (name: string): string => (typeof search[name] === 'string' ? search[name] : '');
  const today = dayText(now);
  const span = spanNames.find((name) => name === search['span']) ?? 'day';
  const wanted = text('day');
  const day = DATE.test(wanted) && !Number.isNaN(Date.parse(wanted)) && wanted < today ? wanted : today;
  const filters = statFilters(text);
  const list = listFilters(text);
  const period = { dateFrom: dayBefore(day, spans[span] - 1), dateTo: day };
  const execution = text('execution') === 'live' ? 'live' : 'paper';
  // Paper is what the calls tell by themselves.
  const told = execution === 'live' ? ({ execution: 'live' } as const) : {};
  return {
    span,
    day,
    execution,
    isToday: day === today,
    stat: { ...period, ...filters, ...told },
    list: { ...period, ...filters, ...told, ...list },
    isFiltered: Object.keys(filters).length > 0,
    set: (patch) => void navigate({ to: '.', search: { ...search, ...patch } }),
    clear: () =>
      void navigate({ to: '.', search: { span: text('span'), day: text('day'), execution: text('execution') } }),
  };
}

function statFilters(text: (name: string) => string): Omit<StatSearch, 'dateFrom' | 'dateTo'> {
  const kind = allKinds().find((one) => one.kind === text('kind'))?.kind;
  const role = orderRole.options.find((one) => one === text('role'));
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(text('portfolio') === '' ? {} : { portfolioId: text('portfolio') }),
    ...(text('bot') === '' ? {} : { botId: text('bot') }),
    ...(text('symbol') === '' ? {} : { symbol: text('symbol') }),
    ...(role === undefined ? {} : { role }),
  };
}

const { state: stateField, side: sideField } = executedOrder.shape;
export const states = stateField.options;

function listFilters(text: (name: string) => string): Pick<ListSearch, 'state' | 'side'> {
  const state = states.find((one) => one === text('state'));
  const side = sideField.options.find((one) => one === text('side'));
  return { ...(state === undefined ? {} : { state }), ...(side === undefined ? {} : { side }) };
}

function dayText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** A day so many days before another; a negative count goes forward. */
export function dayBefore(day: string, count: number): string {
  return dayText(Date.parse(day) - count * DAY_MS);
}
