import { type Kysely, sql } from 'kysely';

/**
 * How far prices have moved, as last measured over the stored candles. Market data: the rows belong to nobody, and requests
 * reach them through the program alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table price_moves (
  symbol text not null,
  direction text not null check (direction in ('buy', 'sell')),
  rebound integer not null check (rebound > 0),
  window_days integer not null check (window_days > 0),
  horizon_days integer not null check (horizon_days > 0),
  shape integer not null,
  to_at timestamptz not null,
  minutes_stored integer not null,
  moves jsonb not null,
  computed_at timestamptz not null,
  asked_at timestamptz not null,
  primary key (symbol, direction, rebound, window_days, horizon_days)
);
create index price_moves_asked on price_moves (asked_at);
alter table price_moves enable row level security, force row level security;
create policy owner on price_moves to current_user using (true) with check (true);
`;
