import { useState } from 'react';
import { useNow } from '#web/ui/values/use-now.ts';

const REORDER_MS = 15_000;

/**
 * Rows whose values stream, in an order that stands still for a while, so that none moves away under the pointer. It
 * changes at once when a row comes or goes.
 * @param rows - in the order that is right now
 */
export function useSteadyOrder<T>(rows: readonly T[], idOf: (row: T) => string): readonly T[] {
  const turn = useNow(REORDER_MS);
  const ids = rows.map(idOf);
  const key = `${turn} ${ids.toSorted().join(' ')}`;
  const [kept, keep] = useState({ key, ids });
  if (kept.key !== key) keep({ key, ids });
  const order = kept.key === key ? kept.ids : ids;
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  return order.flatMap((id) => byId.get(id) ?? []);
}
