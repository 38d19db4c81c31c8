import { type QueryExecutorProvider, sql } from 'kysely';

/** How many lines of the log a bot has of each level, by UTC day and portfolio: counting a million lines takes a second. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table log_counts (
  bot_id text not null,
  portfolio_id text not null,
  owner_id text not null,
  day timestamptz not null,
  level text not null check (level in ('info', 'warning', 'error')),
  lines integer not null,
  primary key (bot_id, portfolio_id, day, level)
);
create index log_counts_owner on log_counts (owner_id, day);
create policy owner on log_counts to current_user using (true) with check (true);
alter table log_counts enable row level security, force row level security;

insert into log_counts
select bot_id, portfolio_id, owner_id, date_trunc('day', ts, 'UTC'), level, count(*) from logs group by 1, 2, 3, 4, 5;
`;
