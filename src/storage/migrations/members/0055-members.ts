import { type Kysely, sql } from 'kysely';

/** The programs that run on this database: the engine, which holds its lock on the connection with this process id. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table members (
  member_id text primary key,
  machine text not null,
  address text not null,
  process_id integer not null,
  roles text[] not null,
  protocol integer not null,
  version text not null,
  lock_pid integer not null,
  started_at timestamptz not null,
  seen_at timestamptz not null
);
create policy owner on members to current_user using (true) with check (true);
alter table members enable row level security, force row level security;
`;
