import { type Kysely, sql } from 'kysely';

/** The trade categories of each user, and the name of the last change to a note, which tells a repeated one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table trade_categories (
  owner_id text not null,
  trade_category_id text not null,
  name text not null,
  colour text not null,
  -- Counts from 1.
  position integer not null,
  primary key (owner_id, trade_category_id)
);
create unique index trade_categories_name on trade_categories (owner_id, lower(name));
alter table trade_categories enable row level security, force row level security;
create policy owner on trade_categories to current_user using (true) with check (true);
alter table asset_notes add column change_id text;
`;
