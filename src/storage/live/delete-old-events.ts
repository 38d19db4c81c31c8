import type { Instant } from '#base/time.ts';
import type { Database } from '../database/database.ts';

/**
 * Deletes events of exchange accounts that were received before an instant, the oldest first.
 * @param options - `limit` bounds the rows of one transaction
 * @returns how many were deleted; fewer than the limit when none is left
 */
export async function deleteOldEvents(
  { db }: Database,
  { before, limit }: { readonly before: Instant; readonly limit: number },
): Promise<number> {
  const old = db
    .selectFrom('venueEvents')
    .select('eventId')
    .where('at', '<', new Date(before))
    .orderBy('at')
    .limit(limit);
  const { numDeletedRows } = await db.deleteFrom('venueEvents').where('eventId', 'in', old).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
