import { sql } from 'kysely';
import type { Reason } from '#base/errors.ts';
import { type Database, lossySettings } from '../database/database.ts';

/**
 * Why this database must not hold real orders; empty when it may. A commit that it has acknowledged must outlive a power cut and a
 * fail-over, and no login of the engine may read past the policies of the rows.
 */
export async function storeRefusals({ db }: Database): Promise<readonly Reason[]> {
  const unsafe = await lossySettings(db);
  const { rows: roles } = await sql<{ bypasses: boolean }>`
    select rolsuper or rolbypassrls as bypasses from pg_roles where rolname = current_user`.execute(db);
  const { rows: replicas } = await sql<{ all: number; waitedFor: number }>`
    select count(*)::int as all, count(*) filter (where sync_state in ('sync', 'quorum'))::int as waited_for
      from pg_stat_replication`.execute(db);
  const [{ all, waitedFor } = { all: 0, waitedFor: 0 }] = replicas;
  return [
    ...unsafe.map(losesCommits),
    ...(roles.some(({ bypasses }) => bypasses) ? [BYPASSES] : []),
    ...(all > 0 && waitedFor === 0 ? [ASYNCHRONOUS] : []),
  ];
}

const losesCommits = (setting: string): Reason => ({
  code: 'DATABASE_NOT_DURABLE',
  detail: `The database runs with ${setting} = off: a power cut may lose orders that it has acknowledged. Turn it on to trade with real orders.`,
  figures: { setting },
});
const BYPASSES: Reason = {
  code: 'DATABASE_ROLE_BYPASSES_POLICIES',
  detail:
    'The login of the engine may read past row-level security. Give it a role that may not, to trade with real orders.',
};
const ASYNCHRONOUS: Reason = {
  code: 'DATABASE_REPLICAS_ASYNCHRONOUS',
  detail:
    'No replica of the database is synchronous: a fail-over may lose orders that it has acknowledged. Set synchronous_standby_names to trade with real orders.',
};
