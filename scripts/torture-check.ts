import pg from 'pg';
import { assert } from '#base/assert.ts';
import { cashFrom, cashText } from '#base/decimal.ts';
import { type Instant, instantOf } from '#base/time.ts';
import { ruleStrategy } from '#engine/bots/registry.ts';
import type { BotSnapshot } from '#engine/model/account.ts';
import type { BotCommand } from '#engine/model/bot.ts';
import { type Instrument, priceText, quantityText } from '#engine/model/instrument.ts';
import { orderIdOf, type TradeRecord } from '#engine/model/record.ts';
import type { Feed } from '#ports/feed.ts';
import { type Relived, relive } from './paper-reference.ts';

export interface CheckOutcome {
  readonly violations: readonly string[];
  readonly trades: number;
  /** Those of bots that trade by rules. */
  readonly tradesByRule: number;
  readonly commands: number;
}

/**
 * Compares all stored data of every portfolio with one uninterrupted run in memory, and checks the ledger's invariants.
 */
export async function checkPaper(ownerUrl: string, feed: Feed): Promise<CheckOutcome> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const violations: string[] = [];
    let [trades, tradesByRule, commands] = [0, 0, 0];
    for (const portfolio of await rowsOf(client, 'select * from portfolios order by portfolio_id', [])) {
      const found = await checkPortfolio(client, feed, portfolio);
      violations.push(...found.violations.map((violation) => `${portfolio['portfolio_id']}: ${violation}`));
      trades += found.trades;
      if (portfolio['kind'] === ruleStrategy.kind) tradesByRule += found.trades;
      commands += found.commands;
    }
    violations.push(...(await brokenLaws(client)));
    return { violations, trades, tradesByRule, commands };
  } finally {
    await client.end();
  }
}

type Row = Readonly<Record<string, unknown>>;

async function rowsOf(client: pg.Client, sql: string, values: readonly unknown[]): Promise<readonly Row[]> {
  return (await client.query<Row>(sql, [...values])).rows;
}

async function checkPortfolio(
  client: pg.Client,
  feed: Feed,
  portfolio: Row,
): Promise<Omit<CheckOutcome, 'tradesByRule'>> {
  const key = [portfolio['portfolio_id']];
  const commands = await rowsOf(client, 'select * from commands where portfolio_id = $1 order by command_seq', key);
  const until = portfolio['minute_at'];
  if (!(until instanceof Date)) {
    return { violations: commands.length === 0 ? [] : ['commands without a minute'], trades: 0, commands: 0 };
  }
  const relived = relive(feed, {
    walletStart: cashFrom(String(portfolio['wallet_start'])),
    commands: commands.map((row) => ({
      afterMinute: instantFrom(row['after_minute']),
      at: instantFrom(row['at']),
      command: row['command'] as BotCommand, // Written by our own recorder.
    })),
    until: instantFrom(until),
  });
  const stored = await rowsOf(client, 'select * from trades where portfolio_id = $1 order by seq', key);
  const ledger = await rowsOf(client, 'select * from ledger where portfolio_id = $1', key);
  const bots = await rowsOf(client, 'select bot_id, snapshot from bots where portfolio_id = $1', key);
  return {
    violations: [
      ...differing('trade', stored.map(storedTrade), livedTrades(relived, feed.instruments)),
      ...differing('posting', ledger.map(storedPosting).sort(), livedPostings(relived).sort()),
      ...differingBots(bots, relived),
      ...(cashFrom(String(portfolio['wallet'])) === relived.snapshot.wallet ? [] : ['the wallet differs']),
    ],
    trades: stored.length,
    commands: commands.length,
  };
}

function instantFrom(value: unknown): Instant {
  assert(value instanceof Date, 'an instant is read as a Date');
  return instantOf(value.getTime());
}

const decimals = (value: unknown): string =>
  String(value).replace(/\.?0+$/, (tail) => (tail.includes('.') ? '' : tail));

function storedTrade(row: Row): string {
  const { order_id, symbol, side, price, qty, role } = row;
  return [order_id, instantFrom(row['ts']), symbol, side, decimals(price), decimals(qty), role].join(' ');
}

function livedTrades({ records }: Relived, instruments: ReadonlyMap<string, Instrument>): string[] {
  const trades = records.filter((record): record is TradeRecord => record.type === 'trade');
  return trades.map((trade) => {
    const instrument = instruments.get(trade.symbol);
    assert(instrument !== undefined, `${trade.symbol} is known`);
    const order = orderIdOf(trade, trade.cycleSeq, trade.order);
    const [price, quantity] = [priceText(instrument, trade.price), quantityText(instrument, trade.quantity)];
    return [order, trade.at, trade.symbol, trade.side, decimals(price), decimals(quantity), trade.role].join(' ');
  });
}

function storedPosting(row: Row): string {
  return [row['source_id'], row['account'], instantFrom(row['ts']), decimals(row['amount'])].join(' ');
}

function livedPostings({ records }: Relived): string[] {
  return records.flatMap((record) =>
    record.type === 'ledger'
      ? record.postings.map(({ account, amount }) =>
          [record.sourceId, account, record.at, decimals(cashText(amount))].join(' '),
        )
      : [],
  );
}

function differing(what: string, stored: readonly string[], lived: readonly string[]): string[] {
  const index = stored.findIndex((line, place) => line !== lived[place]);
  if (index < 0 && stored.length === lived.length) return [];
  const place = index < 0 ? stored.length : index;
  return [
    `${what} ${place + 1} of ${stored.length} stored and ${lived.length} lived differs: ` +
      `stored "${stored[place] ?? 'nothing'}", lived "${lived[place] ?? 'nothing'}"`,
  ];
}

/** The stored state of each bot must equal that of the uninterrupted run. */
function differingBots(rows: readonly Row[], { snapshot }: Relived): string[] {
  const lived = new Map(snapshot.bots.map((bot) => [bot.bot.botId, bot]));
  const missing = snapshot.bots.length === rows.length ? [] : [`${rows.length} bots stored, ${lived.size} lived`];
  const differing = rows.filter((row) => {
    const bot = lived.get(String(row['bot_id']));
    return bot === undefined || canonical(row['snapshot'] as BotSnapshot) !== canonical(bot);
  });
  return [...missing, ...differing.map((row) => `bot ${String(row['bot_id'])} differs`)];
}

/** JSON with sorted keys: jsonb does not keep the order of keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

/** Accounting invariants as queries. Each must return nothing; otherwise its name is reported as a violation. */
const LAWS: readonly (readonly [name: string, sql: string])[] = [
  ['L1 postings of an event sum to zero', 'select source_id from ledger group by source_id having sum(amount) <> 0'],
  [
    'L2 trades sum to their cycle',
    `select c.cycle_id from cycles c left join trades t using (cycle_id)
     group by c.cycle_id, c.gross, c.commission having c.gross <> coalesce(sum(t.gross), 0) and c.state not in ('LIQUIDATED', 'DETACHED')
       or c.commission <> coalesce(sum(t.commission), 0)`,
  ],
  [
    'L2 a result is the sum of its parts',
    'select cycle_id from cycles where result <> gross + funding - commission - liquidation_fee',
  ],
  [
    'L6 cycles sum to their net cycle',
    `select n.net_cycle_id from net_cycles n join cycles c using (net_cycle_id) where n.end_at is not null
     group by n.net_cycle_id, n.result having n.result <> sum(c.result)`,
  ],
  [
    'L4 the quantity of a cycle is the sum of its signed fills',
    `select c.cycle_id from cycles c join trades t using (cycle_id) where c.state not in ('LIQUIDATED', 'DETACHED')
     group by c.cycle_id, c.quantity, c.direction
     having c.quantity <> sum(case when (t.side = 'BUY') = (c.direction = 'buy') then t.qty else -t.qty end)`,
  ],
  [
    'L5 what an order filled is the sum of its trades',
    `select o.order_id from orders o left join trades t using (order_id)
     group by o.order_id, o.filled_qty having o.filled_qty <> coalesce(sum(t.qty), 0)`,
  ],
  ['L10 a trade is booked once', 'select trade_id from trades group by trade_id having count(*) > 1'],
  [
    'L8 the wallet is its start and its postings',
    `select p.portfolio_id from portfolios p left join ledger l on l.portfolio_id = p.portfolio_id and l.account = 'wallet'
     group by p.portfolio_id, p.wallet, p.wallet_start having p.wallet <> p.wallet_start + coalesce(sum(l.amount), 0)`,
  ],
  [
    'the days of a bot sum to its ended cycles',
    `select b.bot_id from (select bot_id, sum(result) as total from bot_days group by bot_id) b
     full join (select bot_id, sum(result) as total from cycles where end_at is not null group by bot_id) c using (bot_id)
     where coalesce(b.total, 0) <> coalesce(c.total, 0)`,
  ],
  [
    'the total of a bot is the sum of its days',
    `select t.bot_id from bot_totals t
     full join (select bot_id, portfolio_id, sum(result) as total from bot_days group by 1, 2) d using (bot_id, portfolio_id)
     where coalesce(t.result, 0) <> coalesce(d.total, 0)`,
  ],
  [
    'the hours, the days and the months of a portfolio sum to its ended cycles',
    `select portfolio_id, span
       from (select portfolio_id, span, sum(result) as total, sum(won + lost) as counted
               from portfolio_results group by portfolio_id, span) r
       full join (select portfolio_id, span, sum(result) as total, sum(result) filter (where state <> 'CANCELED') as counted
                    from cycles cross join (values ('hour'), ('day'), ('month')) as spans (span)
                   where end_at is not null group by portfolio_id, span) c using (portfolio_id, span)
      where coalesce(r.total, 0) <> coalesce(c.total, 0) or coalesce(r.counted, 0) <> coalesce(c.counted, 0)`,
  ],
  [
    'the parts of a portfolio, by day and by month, sum to its ended cycles',
    `select portfolio_id, span, part
       from (select portfolio_id, span, part, sum(result) as total from portfolio_parts group by 1, 2, 3) r
       full join (select portfolio_id, span, part, sum(result) as total
                    from cycles cross join (values ('day'), ('month')) as spans (span)
                   cross join (values ('symbol'), ('side'), ('reason'), ('version'), ('steps')) as parts (part)
                   where end_at is not null group by 1, 2, 3) c using (portfolio_id, span, part)
      where coalesce(r.total, 0) <> coalesce(c.total, 0)`,
  ],
  [
    'ended cycles are numbered without a gap, and carry the running sum of their bot',
    `select cycle_id
       from (select cycle_id, bot_no, portfolio_no, bot_sum,
                    row_number() over (partition by portfolio_id order by end_at, portfolio_no) as portfolio_place,
                    row_number() over of_bot as bot_place, sum(result) over of_bot as bot_total
               from cycles where end_at is not null
             window of_bot as (partition by bot_id order by end_at, bot_no)) as numbered
      where (bot_no, portfolio_no, bot_sum) is distinct from (bot_place, portfolio_place, bot_total)`,
  ],
  [
    'the last hour of a portfolio is what its bots had gained by then',
    `select h.portfolio_id
       from (select distinct on (portfolio_id) * from portfolio_hours order by portfolio_id, ts desc) h
       join (select portfolio_id, sum(realized + unrealized) as gained
               from (select distinct on (bot_id, portfolio_id) * from bot_hours
                      order by bot_id, portfolio_id, ts desc) as latest
              group by portfolio_id) b using (portfolio_id)
      where h.gained <> b.gained`,
  ],
];

async function brokenLaws(client: pg.Client): Promise<string[]> {
  const broken: string[] = [];
  for (const [name, sql] of LAWS) {
    const rows = await rowsOf(client, sql, []);
    if (rows.length > 0) broken.push(`${name}: ${rows.length} times not, first ${JSON.stringify(rows[0])}`);
  }
  return broken;
}
