import pg from 'pg';
import { BOTS_OF_USER_MAX } from '#engine/model/bot.ts';

/** A user with as many bots as allowed, all of one portfolio, with thousands of ended cycles. */
export const HEAVY = 'heavy';
/** Copies with all rows of their past; the other copies only have what they hold now. */
const WITH_PAST = 12;
/** Copies whose orders, fills and log lines are there too. */
const WITH_ORDERS = 2;
const OF_USER = ['portfolios', 'portfolio_results', 'portfolio_parts', 'portfolio_hours', 'equity_spans'];
const OF_BOT = ['bots', 'runs', 'atoms'];
const OF_CYCLES = ['cycles', 'net_cycles'];
const OF_PAST = ['bot_days', 'bot_totals', 'order_days', 'order_day_counts'];
const OF_ORDERS = ['bot_hours', 'orders', 'trades', 'logs', 'log_counts'];

export interface HeavyUser {
  readonly portfolioId: string;
  readonly cycles: number;
}

/** Values that must differ between copies but name no id. */
const DISTINCT: Readonly<Record<string, string>> = {
  'bots.name': `made.name || ' ' || n`,
  'cycles.portfolio_no': `made.portfolio_no + n * 1000`,
  'trades.seq': `made.seq + n * 1000000`,
  'logs.batch_line': `made.batch_line || '-copy-' || n`,
};

/**
 * Copies the portfolio of the demo with most cycles, row by row, into a database whose engine has not started.
 */
export async function storeHeavyUser(ownerUrl: string): Promise<HeavyUser> {
  const client = new pg.Client(ownerUrl);
  await client.connect();
  try {
    const [{ id, bots }] = (
      await client.query(`
        select portfolio_id as id, count(distinct bot_id)::int as bots from cycles group by 1 order by count(*) desc limit 1`)
    ).rows;
    const copies = Math.floor(BOTS_OF_USER_MAX / bots);
    await client.query('begin');
    for (const table of OF_USER) await copyRows(client, { table, id, copies: 1 });
    for (const table of OF_BOT) await copyRows(client, { table, id, copies });
    for (const table of OF_CYCLES)
      await copyRows(client, { table, id, copies, onlyIf: `n <= ${WITH_PAST} or t.end_at is null` });
    for (const table of OF_PAST) await copyRows(client, { table, id, copies: WITH_PAST });
    for (const table of OF_ORDERS) await copyRows(client, { table, id, copies: WITH_ORDERS });
    await client.query('update portfolios set wallet = 5000000, wallet_start = 5000000 where owner_id = $1', [HEAVY]);
    await client.query(
      `update cycles set opened_at = opened_at - interval '69 days' where cycle_id =
         (select cycle_id from cycles where owner_id = $1 and end_at is not null order by end_at desc limit 1)`,
      [HEAVY],
    ); // So that trials of other ladders cover 90 days.
    await client.query('commit');
    await client.query('analyze');
    const [{ count }] = (await client.query('select count(*)::int from cycles where owner_id = $1', [HEAVY])).rows;
    return { portfolioId: `${id}-1`, cycles: count };
  } finally {
    await client.end();
  }
}

interface Copied {
  readonly table: string;
  readonly id: string;
  readonly copies: number;
  readonly onlyIf?: string;
}

/** Every id of a copy ends with its number, which replaces that of the original in all columns, documents included. */
async function copyRows(client: pg.Client, { table, id, copies, onlyIf = 'true' }: Copied): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = $1 and is_identity = 'NO' and is_generated = 'NEVER'`,
    [table],
  );
  const columns = rows.map(({ name }) => name);
  const isOfBots = columns.includes('bot_id');
  const names = columns.join(', ');
  const ids = isOfBots ? 'b.bot_id' : 'null::text';
  await client.query(
    `insert into ${table} (${names})
     select ${columns.map((name) => DISTINCT[`${table}.${name}`] ?? `made.${name}`).join(', ')}
       from ${table} t
       ${isOfBots ? 'join bots b using (bot_id)' : ''}
       cross join generate_series(1, $2::int) n
       cross join lateral jsonb_populate_record(null::${table}, replace(replace(replace(to_jsonb(t)::text,
         '"ann"', '"${HEAVY}"'), $1, $1 || '-1'), coalesce(${ids}, $1), coalesce(${ids} || '-' || n, $1))::jsonb) made
      where ${isOfBots ? 'b' : 't'}.portfolio_id = $1 and (${onlyIf})`,
    [id, copies],
  );
}
