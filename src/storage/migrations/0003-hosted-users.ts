import { type Kysely, sql } from 'kysely';

/**
 * Users whose accounts belong to a hosted identity service: the issuer is part of their identity, and there is no
 * password here. An e-mail names one account of the embedded identity; a hosted service may reuse it for another one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
alter table users add column issuer text not null default 'embedded';
alter table users alter column issuer drop default;
alter table users alter column password_hash drop not null;
alter table users add check ((issuer = 'embedded') = (password_hash is not null));
alter table users drop constraint users_email_key;
create unique index users_embedded_email on users (email) where issuer = 'embedded';
create index users_email on users (email);

create table ended_sessions (
  user_id text not null references users,
  auth_time timestamptz not null,
  ended_at timestamptz not null,
  primary key (user_id, auth_time)
);
alter table ended_sessions enable row level security, force row level security;
create policy owner on ended_sessions to current_user using (true) with check (true);
`;
