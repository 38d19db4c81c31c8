import { type Kysely, sql } from 'kysely';

/**
 * Roll-ups of a portfolio, so that its pages cost the same after a day and after ten years: results by UTC hour and day,
 * equity by market hour, and the extremes of equity by UTC day and over the whole life. Filled from what is stored.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statements of [tables, fillResults, fillEquity, spansStatement('day'), spansStatement('life')]) {
    await sql.raw(statements).execute(db);
  }
}

const tables = `
create table portfolio_results (
  portfolio_id text not null,
  owner_id text not null,
  span text not null check (span in ('hour', 'day')),
  begin_at timestamptz not null,
  cycles integer not null,
  wins integer not null,
  losses integer not null,
  gross numeric not null,
  commission numeric not null,
  funding numeric not null,
  liquidation_fee numeric not null,
  result numeric not null,
  won numeric not null,
  lost numeric not null,
  primary key (portfolio_id, span, begin_at)
);
create table portfolio_hours (
  portfolio_id text not null,
  owner_id text not null,
  ts timestamptz not null,
  gained numeric not null,
  primary key (portfolio_id, ts)
);
create table equity_spans (
  portfolio_id text not null,
  owner_id text not null,
  span text not null check (span in ('day', 'life')),
  begin_at timestamptz not null,
  last_at timestamptz not null,
  high numeric not null,
  low numeric not null,
  low_at timestamptz not null,
  falls jsonb not null,
  primary key (portfolio_id, span, begin_at)
);
create policy owner on portfolio_results to current_user using (true) with check (true);
create policy owner on portfolio_hours to current_user using (true) with check (true);
create policy owner on equity_spans to current_user using (true) with check (true);
alter table portfolio_results enable row level security, force row level security;
alter table portfolio_hours enable row level security, force row level security;
alter table equity_spans enable row level security, force row level security;
create index bots_portfolio on bots (portfolio_id);

-- Wins and losses are those of a portfolio's statistics, counted there.
alter table bot_days drop column wins, drop column won, drop column lost;
alter table bot_totals drop column wins, drop column won, drop column lost;
`;

const fillResults = `
insert into portfolio_results
select portfolio_id, owner_id, span, date_trunc(span, end_at, 'UTC'),
       count(*) filter (where state <> 'CANCELED'),
       count(*) filter (where state <> 'CANCELED' and result > 0),
       count(*) filter (where state <> 'CANCELED' and result < 0),
       sum(gross), sum(commission), sum(funding), sum(liquidation_fee), sum(result),
       coalesce(sum(result) filter (where state <> 'CANCELED' and result > 0), 0),
       coalesce(sum(result) filter (where state <> 'CANCELED' and result < 0), 0)
  from cycles cross join (values ('hour'), ('day')) as spans (span)
 where end_at is not null
 group by 1, 2, 3, 4;
`;

const fillEquity = `
insert into portfolio_hours
with steps as (
  select portfolio_id, owner_id, ts, realized + unrealized
         - lag(realized + unrealized, 1, 0) over (partition by bot_id order by ts) as step
    from bot_hours)
select portfolio_id, owner_id, ts, sum(sum(step)) over (partition by portfolio_id order by ts)
  from steps group by portfolio_id, owner_id, ts;
`;

/** A day, or a month, holds the hours after its first midnight, up to and including its last one. */
const BEGIN = {
  day: `date_trunc('day', ts - interval '1 millisecond', 'UTC')`,
  month: `date_trunc('month', ts - interval '1 millisecond', 'UTC')`,
  life: `min(ts) over (partition by portfolio_id)`,
} as const;

/**
 * A statement that adds the spans of one length. A drawdown starts at the highest point so far; only those deeper than every
 * earlier one count.
 */
export function spansStatement(span: keyof typeof BEGIN): string {
  return `
insert into equity_spans
with hours as (select portfolio_id, owner_id, ts, gained, ${BEGIN[span]} as begin_at from portfolio_hours),
peaks as (
  select *, max(gained) over (partition by portfolio_id, begin_at order by ts) as peak from hours),
troughs as (
  select distinct on (portfolio_id, begin_at, peak) portfolio_id, begin_at, peak, gained as trough, ts as at
    from peaks order by portfolio_id, begin_at, peak, gained, ts),
records as (
  select *, max(peak - trough) over (partition by portfolio_id, begin_at order by peak
                                     rows between unbounded preceding and 1 preceding) as before
    from troughs),
falls as (
  select portfolio_id, begin_at, jsonb_agg(jsonb_build_object(
           'peak', peak::numeric(38,8)::text, 'trough', trough::numeric(38,8)::text,
           'at', (extract(epoch from at) * 1000)::bigint) order by peak) as falls
    from records where peak - trough > coalesce(before, 0) group by portfolio_id, begin_at),
lows as (
  select distinct on (portfolio_id, begin_at) portfolio_id, begin_at, gained as low, ts as low_at
    from hours order by portfolio_id, begin_at, gained, ts),
ends as (
  select portfolio_id, owner_id, begin_at, max(ts) as last_at, max(gained) as high
    from hours group by portfolio_id, owner_id, begin_at)
select portfolio_id, owner_id, '${span}', begin_at, last_at, high, low, low_at, coalesce(falls.falls, '[]')
  from ends join lows using (portfolio_id, begin_at) left join falls using (portfolio_id, begin_at);
`;
}
