import { type Kysely, sql } from 'kysely';

/**
 * A ladder may limit the cycles of a run; the limit is null in everything stored so far. The state of a bot counts the
 * cycles that had a first fill in its run; for current runs the count is taken from the stored cycles.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
update strategy_versions set params = params || '{"maxCycles": null}';
update runs set params = params || '{"maxCycles": null}';
update bots set snapshot = jsonb_set(
  jsonb_set(snapshot, '{bot,params,maxCycles}', 'null'),
  '{bot,cyclesBegun}',
  (
    select to_jsonb(count(*)) from cycles
    where cycles.bot_id = bots.bot_id and opened_run_no = bots.run_no and begin_at is not null
  )
);
`;
