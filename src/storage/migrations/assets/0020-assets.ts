import { type Kysely, sql } from 'kysely';

/**
 * The trade categories of each user; the name of the last change to a note, which tells a repeated one; and what a service
 * that follows all coins has told of them, the same for every user.
 */
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
create table coin_quotes (
  coin_id integer not null,
  day date not null,
  quote jsonb not null,
  taken_at timestamptz not null,
  primary key (coin_id, day)
);
create table coin_descriptions (
  coin_id integer primary key,
  description text not null,
  read_at timestamptz not null
);
alter table coin_quotes enable row level security, force row level security;
create policy owner on coin_quotes to current_user using (true) with check (true);
alter table coin_descriptions enable row level security, force row level security;
create policy owner on coin_descriptions to current_user using (true) with check (true);
`;
