import type { Rows } from '#ports/venue.ts';

/** The rows of an answer in which every row could be read. */
export function allRows<T>(rows: Rows<T>): readonly T[] {
  if (rows.kind === 'some') throw new Error(`unreadable: ${JSON.stringify(rows.unresolved)}`);
  return rows.rows;
}
