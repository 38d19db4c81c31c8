import { sql } from 'kysely';
import { isoDay } from '#base/iso-text.ts';
import { DAY_MS } from '#base/time.ts';

/** The figures of `OrderDaysTable`, in the order of its columns. */
export const DAY_FIGURES = [
  'sent',
  'filled',
  'canceled',
  'expired',
  'rejected',
  'part_filled',
  'replaced',
  'stop_losses',
  'take_profits',
  'cycles_opened',
  'cycles_closed',
  'level_max',
  'fills',
  'buy_notional',
  'sell_notional',
  'maker_notional',
  'commission',
  'gross',
  'funding',
  'liquidation_fee',
  'entry_reference',
  'entry_slippage',
  'exit_reference',
  'exit_slippage',
  'held_ms',
  'unprotected_ms',
] as const;

type Figure = (typeof DAY_FIGURES)[number];

/** How parts of a figure come together: the deepest step is that of the deepest part, everything else is added up. */
export function combined(figure: Figure) {
  return figure === 'level_max' ? sql`max(${sql.ref(figure)})` : sql`sum(${sql.ref(figure)})`;
}

/** Which days of whom are computed from the records themselves. */
export interface ComputedDays {
  readonly ownerId: string;
  /** UTC days such as "2025-06-03". */
  readonly days: readonly string[];
  /** Until when open positions have been held so far, market time. */
  readonly until: Date;
}

/** The price at which an order was decided; a stop was decided at its trigger. */
export const DECIDED = sql`coalesce(orders.decision_price, orders.trigger_price)`;
/** +1 where a higher price is worse. */
export const WORSE = sql`case orders.side when 'BUY' then 1 else -1 end`;
/** Slippage of an order in basis points; positive is worse than decided. */
export const SLIPPAGE_BPS = sql`${WORSE} * (orders.avg_price - ${DECIDED}) * 10000 / ${DECIDED}`;
/** An order that has taken from the market, at a price that can be compared with the one it was decided at. */
export const IS_MEASURED = sql`orders.type <> 'LIMIT' and orders.filled_qty > 0 and ${DECIDED} is not null`;

const GROUP = sql`portfolio_id, bot_id, symbol, role`;
const IS_ENTRY = sql`(orders.side = 'BUY') = (orders.direction = 'buy')`;
/** Notes of orders that a bot wanted and did not send. */
export const UNSENT_CODES = ['ENTRY_BLOCKED', 'STEP_SKIPPED'] as const;
const UNSENT = sql`code in (${sql.join(UNSENT_CODES.map((code) => sql.lit(code)))})`;

/**
 * The days as stretches without a gap: few, also for a year, so that records are found by their time and not compared with each day.
 * They are read from `begin_at` up to but not including `end_at`.
 */
function stretchesOf({ days }: ComputedDays) {
  const begins: string[] = [];
  const ends: string[] = [];
  for (const day of days.toSorted()) {
    if (ends.at(-1) !== day) begins.push(day);
    else ends.pop();
    ends.push(isoDay(Date.parse(day) + DAY_MS));
  }
  return sql`
    (select "from"::timestamp at time zone 'UTC' as begin_at, "to"::timestamp at time zone 'UTC' as end_at
       from unnest(${begins}::date[], ${ends}::date[]) as days ("from", "to")) as stretches`;
}

/** The UTC day of an instant. */
const dayOf = (instant: ReturnType<typeof sql>) => sql`(${instant} at time zone 'UTC')::date`;

/** Rows of `order_days` without the owner, computed from orders, fills and cycles. */
export function computedFigures(wanted: ComputedDays) {
  const parts = [
    sentOrders(wanted),
    endedOrders(wanted),
    fills(wanted),
    heldPositions(wanted),
    endedCycles(wanted),
    carried(wanted),
  ];
  const sums = DAY_FIGURES.map((figure) => sql`${combined(figure)} as ${sql.ref(figure)}`);
  return sql`
    select day, ${GROUP}, ${sql.join(sums)} from (${sql.join(parts, sql` union all `)}) as parts group by day, ${GROUP}`;
}

/** All figures of a part, in their order; those that it does not give are zero. */
function figuresOf(given: Partial<Record<Figure, ReturnType<typeof sql>>>) {
  return sql.join(DAY_FIGURES.map((figure) => sql`${given[figure] ?? sql`0`} as ${sql.ref(figure)}`));
}

/** A cycle opens when its first order is sent. */
function sentOrders(wanted: ComputedDays) {
  return sql`
    select ${dayOf(sql`sent_at`)} as day, ${GROUP}, ${figuresOf({ sent: sql`1`, cycles_opened: sql`(number = 1)::integer` })}
      from ${stretchesOf(wanted)} join orders on sent_at >= stretches.begin_at and sent_at < stretches.end_at
     where owner_id = ${wanted.ownerId}`;
}

function endedOrders(wanted: ComputedDays) {
  const when = (condition: ReturnType<typeof sql>) => sql`(${condition})::integer`;
  return sql`
    select ${dayOf(sql`done_at`)}, ${GROUP}, ${figuresOf({
      filled: when(sql`state = 'FILLED'`),
      canceled: when(sql`state = 'CANCELED'`),
      expired: when(sql`state = 'EXPIRED'`),
      rejected: when(sql`state = 'REJECTED'`),
      part_filled: when(sql`state <> 'FILLED' and filled_qty > 0`),
      replaced: when(IS_REPLACED),
      stop_losses: when(sql`role = 'stop_loss' and filled_qty > 0`),
      take_profits: when(sql`role in ('take_profit', 'trailing') and filled_qty > 0`),
    })}
      from ${stretchesOf(wanted)} join orders on ${endedIn}
     where owner_id = ${wanted.ownerId}`;
}

/** Canceled in the instant in which another order took its place in the cycle. */
const IS_REPLACED = sql`
  state = 'CANCELED' and exists (
    select 1 from orders as next
     where next.cycle_id = orders.cycle_id and next.role = orders.role and next.level = orders.level
       and next.number > orders.number and next.sent_at = orders.done_at)`;

/** In the words of the index. */
const endedIn = sql`
  coalesce(done_at, sent_at) >= stretches.begin_at and coalesce(done_at, sent_at) < stretches.end_at and done_at is not null`;

function fills(wanted: ComputedDays) {
  const when = (condition: ReturnType<typeof sql>, amount: ReturnType<typeof sql>) =>
    sql`case when ${condition} then ${amount} else 0 end`;
  const isEntry = sql`not trades.is_maker and ${DECIDED} is not null and ${IS_ENTRY}`;
  const isExit = sql`not trades.is_maker and ${DECIDED} is not null and not (${IS_ENTRY})`;
  const reference = sql`${DECIDED} * trades.qty`;
  const cost = sql`${WORSE} * (trades.quote_qty - ${reference})`;
  return sql`
    select ${dayOf(sql`trades.ts`)}, trades.portfolio_id, trades.bot_id, trades.symbol, trades.role, ${figuresOf({
      level_max: sql`case trades.role when 'safety' then trades.level else 0 end`,
      fills: sql`1`,
      buy_notional: when(sql`trades.side = 'BUY'`, sql`trades.quote_qty`),
      sell_notional: when(sql`trades.side = 'SELL'`, sql`trades.quote_qty`),
      maker_notional: when(sql`trades.is_maker`, sql`trades.quote_qty`),
      commission: sql`trades.commission`,
      gross: sql`trades.gross`,
      entry_reference: when(isEntry, reference),
      entry_slippage: when(isEntry, cost),
      exit_reference: when(isExit, reference),
      exit_slippage: when(isExit, cost),
    })}
      from ${stretchesOf(wanted)} join trades on trades.ts >= stretches.begin_at and trades.ts < stretches.end_at
      join orders on orders.order_id = trades.order_id
     where trades.owner_id = ${wanted.ownerId}`;
}

/**
 * A position is protected as long as a stop-loss of its cycle rests; a stop that is replaced leaves no gap. Bots keep their
 * rows, so a portfolio that was deleted still counts.
 */
function heldPositions(wanted: ComputedDays) {
  const msOf = (range: ReturnType<typeof sql>) =>
    sql`(extract(epoch from upper(${range}) - lower(${range})) * 1000)::bigint`;
  return sql`
    select day, held.portfolio_id, held.bot_id, held.symbol, 'stop_loss', ${figuresOf({
      held_ms: msOf(sql`held.span`),
      unprotected_ms: sql`coalesce((select sum(${msOf(sql`gap`)}) from unnest(tstzmultirange(held.span) - covered.spans) as gap), 0)`,
    })}
      from (
        select day::date as day, cycle_id, cycles.portfolio_id, bot_id, symbol,
               tstzrange(greatest(cycles.begin_at, days.begin), least(coalesce(cycles.end_at, ${wanted.until}), days.until)) as span
          from ${stretchesOf(wanted)} cross join ${ownPortfolios(wanted)}
          join cycles on cycles.portfolio_id = own.portfolio_id
           and cycles.begin_at < least(stretches.end_at, ${wanted.until})
           and (cycles.end_at is null or cycles.end_at > stretches.begin_at)
         cross join lateral generate_series(
           date_trunc('day', greatest(cycles.begin_at, stretches.begin_at) at time zone 'UTC'),
           least(coalesce(cycles.end_at, ${wanted.until}), stretches.end_at - interval '1 day') at time zone 'UTC', '1 day') as day
         cross join lateral (select day at time zone 'UTC' as begin, (day + interval '1 day') at time zone 'UTC' as until) as days
         where coalesce(cycles.end_at, ${wanted.until}) > days.begin) as held
     cross join lateral (
       select coalesce(range_agg(tstzrange(sent_at, done_at)), '{}'::tstzmultirange) as spans
         from orders where orders.cycle_id = held.cycle_id and role = 'stop_loss' and sent_at <= coalesce(done_at, sent_at)) as covered`;
}

/** Also those that were deleted: their bots keep their rows. */
const ownPortfolios = ({ ownerId }: ComputedDays) => sql`
  (select portfolio_id from bots where owner_id = ${ownerId}
   union select portfolio_id from bot_totals where owner_id = ${ownerId}) as own`;

/** The orders that end cycles for a reason; a cycle whose entry expired was never more than its base order. */
const ENDED_BY = sql`
  case close_reason
    when 'take_profit' then 'take_profit' when 'trailing' then 'trailing' when 'stop_loss' then 'stop_loss'
    when 'liquidation' then 'liquidation' when 'manual' then 'manual' when 'detached' then 'manual'
    when 'entry_expired' then 'base' when 'entry_refused' then 'base' else 'exit' end`;

/** Cycles that ended in the days, under the role of what ended them. */
const cyclesEnded = (wanted: ComputedDays) => sql`
  (select ${dayOf(sql`cycles.end_at`)} as day, cycles.portfolio_id, bot_id, symbol, ${ENDED_BY} as role, coalesce(close_reason, 'other') as reason
     from ${stretchesOf(wanted)} cross join ${ownPortfolios(wanted)}
     join cycles on cycles.portfolio_id = own.portfolio_id
      and cycles.end_at >= stretches.begin_at and cycles.end_at < stretches.end_at) as ended`;

function endedCycles(wanted: ComputedDays) {
  return sql`select day, ${GROUP}, ${figuresOf({ cycles_closed: sql`1` })} from ${cyclesEnded(wanted)}`;
}

/**
 * Funding and fees of liquidations, as the ledger booked them at their time. No order pays funding: it stands in the rows of
 * base orders, which began the position.
 */
function carried(wanted: ComputedDays) {
  return sql`
    select ${dayOf(sql`ledger.ts`)}, cycles.portfolio_id, cycles.bot_id, cycles.symbol,
           case when account like 'funding:%' then 'base' else 'liquidation' end, ${figuresOf({
             funding: sql`case when account like 'funding:%' then -amount else 0 end`,
             liquidation_fee: sql`case when account like 'funding:%' then 0 else amount end`,
           })}
      from ${stretchesOf(wanted)} cross join ${ownPortfolios(wanted)}
      join ledger on ledger.portfolio_id = own.portfolio_id and ledger.ts >= stretches.begin_at and ledger.ts < stretches.end_at
       and (account like 'funding:%' or account like 'liq_fee:%')
      join cycles on cycles.cycle_id = split_part(account, ':', 2)`;
}

/** Rows of `order_day_counts` without the owner. */
export function computedCounts(wanted: ComputedDays) {
  const slippage = sql`round(${SLIPPAGE_BPS} * 100)::bigint::text`;
  const rest = sql`extract(epoch from date_trunc('second', done_at - sent_at))::bigint::text`;
  return sql`
    select day, ${GROUP}, figure, value, count(*) as orders
      from (
        select ${dayOf(sql`done_at`)} as day, ${GROUP}, 'rest' as figure, ${rest} as value
          from ${stretchesOf(wanted)} join orders on ${endedIn}
         where owner_id = ${wanted.ownerId} and type = 'LIMIT' and state = 'FILLED'
        union all
        select ${dayOf(sql`done_at`)}, ${GROUP}, case when ${IS_ENTRY} then 'entry' else 'exit' end, ${slippage}
          from ${stretchesOf(wanted)} join orders on ${endedIn}
         where owner_id = ${wanted.ownerId} and ${IS_MEASURED}
        union all
        select ${dayOf(sql`ts`)}, portfolio_id, bot_id, coalesce(symbol, ''), case code when 'STEP_SKIPPED' then 'safety' else 'base' end,
               'unsent', coalesce(figures ->> 'reason', code)
          from ${stretchesOf(wanted)} join logs on ts >= stretches.begin_at and ts < stretches.end_at
         where owner_id = ${wanted.ownerId} and ${UNSENT}
        union all
        select day, ${GROUP}, 'closed', reason from ${cyclesEnded(wanted)}) as each
     group by day, ${GROUP}, figure, value`;
}
