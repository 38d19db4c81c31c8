import { type Kysely, sql } from 'kysely';

/**
 * Totals of each bot's ended cycles, one row per bot, so that reading them costs the same after a day and ten years.
 * The writer adds to it in the transaction that ends a cycle.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table bot_totals (
  bot_id text primary key,
  owner_id text not null,
  portfolio_id text not null,
  cycles integer not null,
  wins integer not null,
  gross numeric not null,
  commission numeric not null,
  funding numeric not null,
  liquidation_fee numeric not null,
  result numeric not null,
  won numeric not null,
  lost numeric not null,
  volume numeric not null
);
create index bot_totals_portfolio on bot_totals (portfolio_id);
alter table bot_totals enable row level security, force row level security;
create policy owner on bot_totals to current_user using (true) with check (true);
insert into bot_totals
  select bot_id, owner_id, portfolio_id, sum(cycles), sum(wins), sum(gross), sum(commission), sum(funding),
         sum(liquidation_fee), sum(result), sum(won), sum(lost), sum(volume)
    from bot_days group by bot_id, owner_id, portfolio_id;
`;
