import { sql } from 'kysely';
import { GROUP_REASONS } from '#engine/model/cycle.ts';
import type { Tx } from '../database/database.ts';
import { packedText, secondsOf } from '../database/rows/packed-rows.ts';
import { rollUpParts } from './roll-up-parts.ts';

type Fragment = ReturnType<typeof sql>;

/** Adds ended cycles, each exactly once, to the roll-ups of their bots and portfolios. */
export async function rollUp(tx: Tx, cycleIds: readonly string[]): Promise<void> {
  if (cycleIds.length === 0) return;
  const these = sql`cycle_id = any(${[...cycleIds]}::text[])`;
  await addToBots(tx, 'bot_days', these);
  await addToBots(tx, 'bot_totals', these);
  await addToPortfolios(tx, these);
  await sumMonths(tx, these);
  await rollUpParts(tx, cycleIds);
  await sql`
    update bots set cycles_closed = bots.cycles_closed + ended.count
      from (select bot_id, count(*)::integer as count from cycles where ${these} group by bot_id) as ended
     where bots.bot_id = ended.bot_id`.execute(tx);
}

/** A canceled entry is no cycle to count, though what it cost counts. Volume is what was bought plus what was sold. */
async function addToBots(tx: Tx, table: 'bot_days' | 'bot_totals', these: Fragment): Promise<void> {
  const sums = sql.ref(table);
  const isByDay = table === 'bot_days';
  const key = isByDay ? sql`bot_id, portfolio_id, day` : sql`bot_id, portfolio_id`;
  const dayColumn = isByDay ? sql`day,` : sql``;
  const day = isByDay ? sql`(end_at at time zone 'UTC')::date as day,` : sql``;
  const byDay = isByDay ? sql`, day` : sql``;
  await sql`
    insert into ${sql.table(table)} (bot_id, owner_id, portfolio_id, ${dayColumn} cycles, gross, commission, funding,
                                     liquidation_fee, result, volume)
    select bot_id, owner_id, portfolio_id, ${day}
           count(*) filter (where state <> 'CANCELED'),
           sum(gross), sum(commission), sum(funding), sum(liquidation_fee), sum(result), coalesce(sum(traded.volume), 0)
      from cycles
      left join lateral (
        select sum(quote_qty) as volume from trades where trades.cycle_id = cycles.cycle_id) as traded on true
     where ${these}
     group by bot_id, owner_id, portfolio_id${byDay}
    on conflict (${key}) do update set
      cycles = ${sums}.cycles + excluded.cycles,
      gross = ${sums}.gross + excluded.gross, commission = ${sums}.commission + excluded.commission,
      funding = ${sums}.funding + excluded.funding,
      liquidation_fee = ${sums}.liquidation_fee + excluded.liquidation_fee,
      result = ${sums}.result + excluded.result, volume = ${sums}.volume + excluded.volume`.execute(tx);
}

/** By UTC hour and by UTC day. A canceled entry never had a fill, so it neither wins nor loses. */
async function addToPortfolios(tx: Tx, these: Fragment): Promise<void> {
  await sql`
    insert into portfolio_results as sums (portfolio_id, owner_id, span, begin_at, cycles, wins, losses, gross, commission,
                                           funding, liquidation_fee, result, won, lost, ended, take_profits,
                                           stop_losses, exit_signals, liquidations, worst)
    select portfolio_id, owner_id, span, date_trunc(span, end_at, 'UTC'),
           count(*) filter (where state <> 'CANCELED'),
           count(*) filter (where state <> 'CANCELED' and result > 0),
           count(*) filter (where state <> 'CANCELED' and result < 0),
           sum(gross), sum(commission), sum(funding), sum(liquidation_fee), sum(result),
           coalesce(sum(result) filter (where state <> 'CANCELED' and result > 0), 0),
           coalesce(sum(result) filter (where state <> 'CANCELED' and result < 0), 0),
           count(*), ${endedBy('take_profit')}, ${endedBy('stop_loss')},
           ${endedBy('exit_signal')}, ${endedBy('liquidation')},
           min(result) filter (where state <> 'CANCELED')
      from cycles cross join (values ('hour'), ('day')) as spans (span)
     where ${these}
     group by 1, 2, 3, 4
    on conflict (portfolio_id, span, begin_at) do update set
      cycles = sums.cycles + excluded.cycles, wins = sums.wins + excluded.wins, losses = sums.losses + excluded.losses,
      gross = sums.gross + excluded.gross, commission = sums.commission + excluded.commission,
      funding = sums.funding + excluded.funding, liquidation_fee = sums.liquidation_fee + excluded.liquidation_fee,
      result = sums.result + excluded.result, won = sums.won + excluded.won, lost = sums.lost + excluded.lost,
      ended = sums.ended + excluded.ended, take_profits = sums.take_profits + excluded.take_profits,
      stop_losses = sums.stop_losses + excluded.stop_losses, exit_signals = sums.exit_signals + excluded.exit_signals,
      liquidations = sums.liquidations + excluded.liquidations, worst = least(sums.worst, excluded.worst)`.execute(tx);
}

const MONTH_SUMS = [
  ...['cycles', 'wins', 'losses', 'gross', 'commission', 'funding', 'liquidation_fee', 'result', 'won', 'lost'],
  ...['ended', 'take_profits', 'stop_losses', 'exit_signals', 'liquidations'],
].map((column) => sql.ref(column));
const MONTH_COLUMNS = [...MONTH_SUMS, sql.ref('worst'), sql.ref('days')];

/** The UTC months of these cycles anew from their days, which have counted them. */
async function sumMonths(tx: Tx, these: Fragment): Promise<void> {
  const columns = sql.join(MONTH_COLUMNS);
  await sql`
    insert into portfolio_results (portfolio_id, owner_id, span, begin_at, ${columns})
    select portfolio_id, owner_id, 'month', months.begin_at,
           ${sql.join(MONTH_SUMS.map((column) => sql`sum(${column})`))}, min(worst),
           ${packedText({ columns: DAY_OF_MONTH, orderBy: sql`days.begin_at` })}
      from (select distinct portfolio_id, date_trunc('month', end_at, 'UTC') as begin_at from cycles where ${these}) as months
      join portfolio_results as days using (portfolio_id)
     where days.span = 'day' and days.begin_at >= months.begin_at and days.begin_at < months.begin_at + interval '1 month'
     group by portfolio_id, owner_id, months.begin_at
    on conflict (portfolio_id, span, begin_at) do update
      set (${columns}) = (${sql.join(MONTH_COLUMNS.map((column) => sql`excluded.${column}`))})`.execute(tx);
}

/** As results are read by the day. */
const DAY_OF_MONTH = [secondsOf(sql`days.begin_at`), sql`result::numeric(38,8)`, sql`cycles`];

function endedBy(group: keyof typeof GROUP_REASONS): Fragment {
  return sql`count(*) filter (where close_reason = any(${[...GROUP_REASONS[group]]}::text[]))`;
}
