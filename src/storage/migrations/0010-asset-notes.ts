import { type Kysely, sql } from 'kysely';

/** A user's own notes about an asset: a trade category, a comment and a score. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table asset_notes (
  owner_id text not null,
  symbol text not null,
  trade_category_id text,
  comment text not null default '',
  score integer check (score between 0 and 100),
  updated_at timestamptz not null,
  primary key (owner_id, symbol)
);
alter table asset_notes enable row level security, force row level security;
create policy owner on asset_notes to current_user using (true) with check (true);
`;
