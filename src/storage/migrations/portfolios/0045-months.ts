import { type Kysely, sql } from 'kysely';
import { spansStatement } from '../0011-portfolio-roll-ups.ts';

/**
 * Results and equity of a portfolio by UTC month, each with its days as one text: years of days are read from some rows. Filled
 * from the days and hours that are stored.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statements of [columns, fillResults, spansStatement('month'), fillDays, rules]) {
    await sql.raw(statements).execute(db);
  }
}

const columns = `
alter table portfolio_results
  drop constraint portfolio_results_span_check,
  add constraint portfolio_results_span_check check (span in ('hour', 'day', 'month')),
  add column days text;
alter table equity_spans
  drop constraint equity_spans_span_check,
  add constraint equity_spans_span_check check (span in ('day', 'month', 'life')),
  alter column last drop not null,
  add column days text;
`;

const fillResults = `
insert into portfolio_results (portfolio_id, owner_id, span, begin_at, cycles, wins, losses, gross, commission, funding,
                               liquidation_fee, result, won, lost, ended, take_profits, stop_losses, exit_signals,
                               liquidations, worst, days)
select portfolio_id, owner_id, 'month', date_trunc('month', begin_at, 'UTC'), sum(cycles), sum(wins), sum(losses), sum(gross),
       sum(commission), sum(funding), sum(liquidation_fee), sum(result), sum(won), sum(lost), sum(ended), sum(take_profits),
       sum(stop_losses), sum(exit_signals), sum(liquidations), min(worst),
       string_agg(concat_ws(' ', date_part('epoch', begin_at)::bigint, result::numeric(38,8), cycles), chr(10) order by begin_at)
  from portfolio_results where span = 'day'
 group by 1, 2, 4;
`;

const fillDays = `
update equity_spans as months set last = closing.last, days = closing.days
  from (select portfolio_id, date_trunc('month', begin_at, 'UTC') as begin_at,
               (array_agg(last order by begin_at desc))[1] as last,
               string_agg(concat_ws(' ', date_part('epoch', last_at)::bigint, last::numeric(38,8)), chr(10) order by begin_at) as days
          from equity_spans where span = 'day' group by 1, 2) as closing
 where months.span = 'month' and months.portfolio_id = closing.portfolio_id and months.begin_at = closing.begin_at;
`;

const rules = `
alter table portfolio_results add constraint portfolio_results_days_check check ((span = 'month') = (days is not null));
alter table equity_spans alter column last set not null,
  add constraint equity_spans_days_check check ((span = 'month') = (days is not null));
`;
