import { MIGRATIONS, migrate } from '#storage/database/migrate.ts';
import { QUEUE_SCHEMA } from '#storage/tests/queue-schema.ts';
import { asOwner } from './audit-rows.ts';

/** How many migrations an older version had. */
const OLDER = 30;

/** Makes a test database anew, as an older version of the program left it. */
export async function makeOlder(ownerUrl: string): Promise<void> {
  await asOwner(
    ownerUrl,
    `drop schema public cascade; drop schema if exists ${QUEUE_SCHEMA} cascade;
     create schema public; grant usage on schema public to public;`,
  );
  await migrate(ownerUrl, Object.fromEntries(Object.entries(MIGRATIONS).slice(0, OLDER)));
}
