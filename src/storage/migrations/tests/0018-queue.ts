import { type Kysely, sql } from 'kysely';
import { QUEUE, QUEUE_SCHEMA } from '../../tests/queue-schema.ts';

/** The queue of the jobs of backtests: the schema of pg-boss, apart from the tables of users. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { getConstructionPlans } = await import('pg-boss'); // Of all starts only the first one needs it.
  // A restore drops the tables of the program and leaves this schema; what waited in it is planned again.
  await sql.raw(`drop schema if exists ${QUEUE_SCHEMA} cascade`).execute(db);
  await sql.raw(withoutTransaction(getConstructionPlans(QUEUE_SCHEMA))).execute(db);
  await sql`select ${sql.raw(QUEUE_SCHEMA)}.create_queue(${QUEUE}, ${JSON.stringify(OPTIONS)}::jsonb)`.execute(db);
}

/**
 * A key waits or runs once. A worker that shows no sign of life for ten seconds, which is the shortest time pg-boss knows,
 * loses its job to another one.
 */
const OPTIONS = {
  policy: 'exclusive',
  retryLimit: 5,
  heartbeatSeconds: 10,
  expireInSeconds: 3_600,
  deleteAfterSeconds: 60,
};

/** Migrations run in a transaction of their own. */
function withoutTransaction(plans: string): string {
  return plans.replace(/^\s*BEGIN;/im, '').replace(/^\s*COMMIT;/im, '');
}
