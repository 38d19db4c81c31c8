import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

/** A UTC day of an owner that is over and not saved, or has changed since. */
export interface UnsavedDay {
  readonly ownerId: string;
  readonly day: string;
}

/**
 * Days that are over in market time and wait to be saved, the oldest first. A day waits longer as long as an account of its
 * owner has still to go through it.
 * @param over - a day that ends at or before this instant of market time is over
 */
export async function unsavedDays(engine: Database, over: Date, limit: number): Promise<readonly UnsavedDay[]> {
  const { rows } = await sql<UnsavedDay>`
    select owners.owner_id, (series.day at time zone 'UTC')::date as day
      from (select owner_id, min(created_at) as since, min(coalesce(minute_at, ${over})) as reached
              from portfolios group by owner_id) as owners
     cross join lateral generate_series(
       date_trunc('day', since, 'UTC'), least(${over}, reached) - interval '1 day', '1 day') as series (day)
      left join order_stat_days as stored
        on stored.owner_id = owners.owner_id and stored.day = (series.day at time zone 'UTC')::date
     where stored.saved_changes is distinct from stored.changes or stored.changes is null
     order by 2, 1 limit ${limit}`.execute(engine.db);
  return rows;
}
