import { type RawBuilder, sql } from 'kysely';
import type { BotExecution } from '#engine/bots/registry.ts';
import type { BotKind } from '#engine/model/bot.ts';
import type { Tx } from '../database/database.ts';
import { combined, computedCounts, computedFigures, DAY_FIGURES } from './computed-days.ts';
import { botsExecuted } from './executed-by.ts';

/** What statistics may be broken down by; `total` is everything together. */
export type StatGroup = 'total' | 'day' | 'bot' | 'symbol' | 'role';

/** Which orders are counted; a field that is left out does not restrict them. */
export interface StatFilter {
  readonly kind?: BotKind | undefined;
  readonly portfolioId?: string | undefined;
  readonly botId?: string | undefined;
  readonly symbol?: string | undefined;
  readonly role?: string | undefined;
  readonly execution?: BotExecution | undefined;
}

/** Statistics of some days: saved days from their rows, the others from the records. */
export interface StatQuery extends StatFilter {
  /** UTC days such as "2025-06-03", each once. */
  readonly days: readonly string[];
  /** Until when open positions have been held so far, market time. */
  readonly until: Date;
}

/** Sums and ratios of a group; amounts in USDT as exact decimal text, ratios null where there is nothing to divide by. */
export interface OrderSums {
  readonly sent: number;
  readonly filled: number;
  readonly canceled: number;
  readonly expired: number;
  readonly rejected: number;
  readonly partFilled: number;
  /** Of the canceled ones: those in whose place another one was sent at once. */
  readonly replaced: number;
  /** Stop-losses, and take profits or trailing exits, of which something was filled. */
  readonly stopLosses: number;
  readonly takeProfits: number;
  readonly cyclesOpened: number;
  readonly cyclesClosed: number;
  /** The deepest step that was filled, whole or in part; 0: none. */
  readonly levelMax: number;
  readonly fills: number;
  readonly buyNotional: string;
  readonly sellNotional: string;
  readonly makerNotional: string;
  readonly commission: string;
  readonly gross: string;
  /** Received is positive. */
  readonly funding: string;
  readonly liquidationFee: string;
  /** Gross + funding − commission − liquidation fee. */
  readonly net: string;
  readonly entryReference: string;
  readonly entrySlippage: string;
  readonly exitReference: string;
  readonly exitSlippage: string;
  readonly heldMs: string;
  readonly unprotectedMs: string;
  /** Of the orders that ended. */
  readonly fillPercent: string | null;
  /** Of the notional. */
  readonly makerPercent: string | null;
  readonly feeBps: string | null;
  /** Orders sent for each fill. */
  readonly ordersPerFill: string | null;
  readonly entryBps: string | null;
  readonly exitBps: string | null;
  readonly slippageBps: string | null;
}

/** Percentiles of a figure by nearest rank: the smallest value that as many orders do not exceed. */
export interface NearestRanks {
  readonly orders: number;
  readonly p50: string;
  readonly p95: string;
}

type Grouped<T> = T & { readonly grouping: StatGroup; readonly key: string };

/** Everything that the page of a period shows but its orders. */
export interface OrderStats {
  readonly sums: readonly Grouped<OrderSums>[];
  readonly percentiles: readonly Grouped<NearestRanks & { readonly figure: 'rest' | 'slippage' }>[];
  /** How many orders slipped by so many basis points: from `bps`, up to the next whole one. */
  readonly slippage: readonly { readonly bps: number; readonly entries: number; readonly exits: number }[];
  readonly unsent: readonly { readonly reason: string; readonly orders: number }[];
  /** Cycles that ended, by why. */
  readonly closed: readonly { readonly reason: string; readonly cycles: number }[];
}

/** Adds up the days of an owner. The sums of every grouping are the sums of `total`, to the last digit. */
export async function orderStats(tx: Tx, ownerId: string, query: StatQuery): Promise<OrderStats> {
  const source = { ownerId, ...query, unsaved: await unsavedDays(tx, ownerId, query.days) };
  return {
    sums: await sumsOf(tx, source),
    percentiles: await percentilesOf(tx, source),
    slippage: await slippageOf(tx, source),
    ...(await reasonsOf(tx, source)),
  };
}

/** When each of the days was saved; a day that is not saved, or has changed since, is missing. */
export async function savedDays(tx: Tx, ownerId: string, days: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql<{ day: string; savedAt: Date }>`
    select day, saved_at from order_stat_days
     where owner_id = ${ownerId} and day = any(${[...days]}::date[]) and saved_changes = changes`.execute(tx);
  return new Map(rows.map(({ day, savedAt }) => [day, savedAt]));
}

async function unsavedDays(tx: Tx, ownerId: string, days: readonly string[]): Promise<readonly string[]> {
  const saved = await savedDays(tx, ownerId, days);
  return days.filter((day) => !saved.has(day));
}

type Source = StatQuery & { readonly ownerId: string; readonly unsaved: readonly string[] };

/** Rows of a table of days: stored ones, and those of the days that are not saved. */
function rowsOf(source: Source, table: 'order_days' | 'order_day_counts'): RawBuilder<unknown> {
  const { ownerId, days, unsaved, until } = source;
  const wanted = { ownerId, until, days: unsaved };
  const saved = days.filter((day) => !unsaved.includes(day));
  const isFigures = table === 'order_days';
  const own = isFigures
    ? sql.join(DAY_FIGURES.map((figure) => sql.ref(figure)))
    : sql.join([sql.ref('figure'), sql.ref('value'), sql.ref('orders')]);
  const columns = sql`day, portfolio_id, bot_id, symbol, role, ${own}`;
  const stored = sql`
    select ${columns} from ${sql.table(table)} where owner_id = ${ownerId} and day = any(${saved}::date[])`;
  if (unsaved.length === 0) return sql`(${filtered(stored, source)}) as parts`;
  const computed = isFigures ? computedFigures(wanted) : computedCounts(wanted);
  return sql`(${filtered(sql`${stored} union all select ${columns} from (${computed}) as computed`, source)}) as parts`;
}

function filtered(rows: RawBuilder<unknown>, source: Source) {
  const { ownerId, kind, portfolioId, botId, symbol, role, execution } = source;
  const conditions = [sql`true`];
  if (portfolioId !== undefined) conditions.push(sql`portfolio_id = ${portfolioId}`);
  if (botId !== undefined) conditions.push(sql`bot_id = ${botId}`);
  if (symbol !== undefined) conditions.push(sql`symbol = ${symbol}`);
  if (role !== undefined) conditions.push(sql`role = ${role}`);
  if (kind !== undefined) {
    conditions.push(sql`bot_id in (select bot_id from bots where owner_id = ${ownerId} and kind = ${kind})`);
  }
  if (execution !== undefined) conditions.push(sql`bot_id in ${botsExecuted(ownerId, execution)}`);
  return sql`select * from (${rows}) as each where ${sql.join(conditions, sql` and `)}`;
}

const GROUPING = sql`
  case grouping(day, bot_id, symbol, role) when 7 then 'day' when 11 then 'bot' when 13 then 'symbol' when 14 then 'role'
       else 'total' end`;
const KEY = sql`coalesce(day::text, bot_id, symbol, role, '')`;
const SETS = sql`grouping sets ((), (day), (bot_id), (symbol), (role))`;

const MONEY = new Set(DAY_FIGURES.slice(DAY_FIGURES.indexOf('buy_notional'), DAY_FIGURES.indexOf('held_ms')));

async function sumsOf(tx: Tx, source: Source): Promise<OrderStats['sums']> {
  const sums = DAY_FIGURES.map((figure) => {
    const sum = sql`coalesce(${combined(figure)}, 0)`;
    if (MONEY.has(figure)) return sql`${sum}::numeric(38,8) as ${sql.ref(figure)}`;
    return sql`${sum}::${sql.raw(figure.endsWith('_ms') ? 'bigint' : 'integer')} as ${sql.ref(figure)}`;
  });
  const { rows } = await sql<Grouped<OrderSums>>`
    select *, (gross + funding - commission - liquidation_fee)::numeric(38,8)::text as net,
           ${ratio(sql`filled`, sql`filled + canceled + expired + rejected`, 100)} as fill_percent,
           ${ratio(sql`maker_notional`, sql`buy_notional + sell_notional`, 100)} as maker_percent,
           ${ratio(sql`commission`, sql`buy_notional + sell_notional`, 10_000)} as fee_bps,
           ${ratio(sql`sent`, sql`fills`, 1)} as orders_per_fill,
           ${ratio(sql`entry_slippage`, sql`entry_reference`, 10_000)} as entry_bps,
           ${ratio(sql`exit_slippage`, sql`exit_reference`, 10_000)} as exit_bps,
           ${ratio(sql`entry_slippage + exit_slippage`, sql`entry_reference + exit_reference`, 10_000)} as slippage_bps
      from (select ${GROUPING} as grouping, ${KEY} as key, ${sql.join(sums)}
              from ${rowsOf(source, 'order_days')} group by ${SETS}) as grouped
     order by key`.execute(tx);
  return rows;
}

/** Four decimals, rounded half up; null where there is nothing to divide by. */
function ratio(part: RawBuilder<unknown>, whole: RawBuilder<unknown>, scale: number): RawBuilder<unknown> {
  return sql`round((${part})::numeric * ${sql.lit(scale)} / nullif(${whole}, 0), 4)::text`;
}

async function percentilesOf(tx: Tx, source: Source): Promise<OrderStats['percentiles']> {
  const least = (share: number) => sql`min(value) filter (where upto >= ${sql.lit(share)} * total)`;
  const { rows } = await sql<OrderStats['percentiles'][number]>`
    select grouping, key, figure, max(total)::integer as orders,
           ${least(0.5)}::text as p50, ${least(0.95)}::text as p95
      from (select grouping, key, figure, value,
                   sum(orders) over (partition by grouping, key, figure order by value) as upto,
                   sum(orders) over (partition by grouping, key, figure) as total
              from (select ${GROUPING} as grouping, ${KEY} as key, figure, value, sum(orders) as orders
                      from (select day, bot_id, symbol, role, case figure when 'rest' then 'rest' else 'slippage' end as figure,
                                   value::bigint as value, orders
                              from ${rowsOf(source, 'order_day_counts')} where figure in ('rest', 'entry', 'exit')) as parts
                     group by figure, value, ${SETS}) as counted) as ranked
     group by grouping, key, figure`.execute(tx);
  return rows;
}

async function slippageOf(tx: Tx, source: Source): Promise<OrderStats['slippage']> {
  const { rows } = await sql<OrderStats['slippage'][number]>`
    select floor(value::numeric / 100)::integer as bps, coalesce(sum(orders) filter (where figure = 'entry'), 0)::integer as entries,
           coalesce(sum(orders) filter (where figure = 'exit'), 0)::integer as exits
      from ${rowsOf(source, 'order_day_counts')} where figure in ('entry', 'exit')
     group by bps order by bps`.execute(tx);
  return rows;
}

async function reasonsOf(tx: Tx, source: Source): Promise<Pick<OrderStats, 'unsent' | 'closed'>> {
  const { rows } = await sql<{ figure: string; reason: string; times: number }>`
    select figure, value as reason, sum(orders)::integer as times
      from ${rowsOf(source, 'order_day_counts')} where figure in ('unsent', 'closed')
     group by figure, value order by times desc, value`.execute(tx);
  const of = (wanted: string) => rows.filter(({ figure }) => figure === wanted);
  return {
    unsent: of('unsent').map(({ reason, times }) => ({ reason, orders: times })),
    closed: of('closed').map(({ reason, times }) => ({ reason, cycles: times })),
  };
}

/** A bot that has statistics. */
export interface NamedBot {
  readonly botId: string;
  readonly botName: string;
  readonly portfolioId: string;
  readonly kind: BotKind;
}

/** The names of bots, deleted ones too: their orders are counted as before. */
export async function namedBots(tx: Tx, ownerId: string, botIds: readonly string[]): Promise<readonly NamedBot[]> {
  return tx
    .selectFrom('bots')
    .select(['botId', 'name as botName', 'portfolioId', 'kind'])
    .where('ownerId', '=', ownerId)
    .where('botId', 'in', botIds.length === 0 ? [''] : [...botIds])
    .orderBy('name')
    .orderBy('botId')
    .execute();
}
