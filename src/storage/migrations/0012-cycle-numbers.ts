import { type Kysely, sql } from 'kysely';

/**
 * Ended cycles are numbered in the order in which they ended, within their bot and within their portfolio, and store
 * the running sum of their bot's results. The number gives the count up to a date and the page at any offset.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
alter table cycles add column bot_no integer, add column portfolio_no integer, add column bot_sum numeric;
update cycles set bot_no = numbered.bot_no, portfolio_no = numbered.portfolio_no, bot_sum = numbered.bot_sum
  from (select cycle_id,
               row_number() over of_bot as bot_no,
               row_number() over (partition by portfolio_id order by end_at, cycle_id) as portfolio_no,
               sum(result) over of_bot as bot_sum
          from cycles where end_at is not null
        window of_bot as (partition by bot_id order by end_at, cycle_id)) as numbered
 where cycles.cycle_id = numbered.cycle_id;
create unique index cycles_bot_no on cycles (bot_id, bot_no);
create unique index cycles_portfolio_no on cycles (portfolio_id, portfolio_no);
drop index cycles_bot, cycles_portfolio;
create index cycles_bot on cycles (bot_id, end_at, bot_no);
create index cycles_portfolio on cycles (portfolio_id, end_at, portfolio_no);
`;
