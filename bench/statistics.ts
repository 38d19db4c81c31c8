import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { DAY_MS, HOUR_MS, type Instant, instantOf, later, MINUTE_MS, startOf } from '#base/time.ts';
import { type PaperRuntime, startPaperRuntime } from '#runtime/paper-runtime.ts';
import { marketNow } from '#server/http/context.ts';
import { hourOfPnl, presentPnl, readPnl } from '#server/portfolios/present-pnl.ts';
import { presentPortfolios, readPortfolios } from '#server/portfolios/present-portfolio.ts';
import type { Services } from '#server/services.ts';
import { listCycles } from '#storage/cycles/cycle-pages.ts';
import { type Database, readAsUser, type Tx } from '#storage/database/database.ts';
import { findPortfolio, type PortfolioRow } from '#storage/portfolios.ts';
import { numberCycles } from '#storage/recorder/number-cycles.ts';
import { rollUp } from '#storage/recorder/roll-up.ts';
import { rollUpEquity } from '#storage/recorder/roll-up-equity.ts';
import { sumParts } from '#storage/roll-ups/portfolio-parts.ts';
import { listTrades } from '#storage/trades.ts';
import { openPaperWorld, type PaperWorld, storePortfolio } from '../scripts/paper-world.ts';
import { noQuotes } from '../tests/support/no-quotes.ts';
import { openReplayFeed } from '../tests/support/replay-feed.ts';
import { fleet } from './paper-fleet.ts';
import { settleHeap } from './settle-heap.ts';

/** Two portfolios, each of its own user: one with all these trades, one with a twentieth of them. */
const TRADES = 20_000_000;
const FEW_SHARE = 20;
type Owner = 'many' | 'few';
const OWNERS = ['few', 'many'] as const satisfies readonly Owner[];
const TRADES_OF_CYCLE = 20;
const TRADES_MIN = 400_000;
const [BOTS, SYMBOLS] = [50, 20];
/** Both lived as long: three years. */
const LIFE_MS = 3 * 365 * DAY_MS;
const CHUNK = 50_000;
const HOURS_AT_ONCE = 500;
/** Enough that no single garbage collection decides the 99th percentile. */
const ROUNDS = 1_000;
/**
 * Readings before those that count: they fill the database's cache, and their code is compiled, which goes on for some fifty
 * readings. The first one is told.
 */
const WARMING = 100;
const PAGE = 50;
const [STATISTICS_P99_MS, PAGES_P99_MS, PAGES_RATIO] = [10, 10, 2];

/**
 * Statistics and pages of lists beside the trades that are stored: 20 million unless `--trades` says another number; as a
 * yardstick beside them the round trips of a curve without its work. It passes when statistics take 10 ms at the 99th
 * percentile, and pages as much and at the median twice what they take with a twentieth of the trades: a million.
 */
export async function statisticsBench(tell: (line: string) => void) {
  const many = tradesAsked() ?? TRADES;
  const trades = { many, few: many / FEW_SHARE };
  const folder = await mkdtemp(join(tmpdir(), 'botyard-bench-'));
  try {
    const loadedIn = await inWorld(folder, tell, (world) => load(world, trades, tell));
    tell('reading statistics and pages');
    // The database was stopped in between, else what was loaded would still be written while the readings are measured.
    const costs = await inWorld(folder, tell, async ({ app, runtime }) => {
      const { statistics, pages } = readsOf(marketNow(runtime), trades);
      const kit = { database: app, runtime, rows: await rowsOf(app) };
      settleHeap();
      const warm = {
        yardstick: await warmed(kit, { plain }),
        statistics: await warmed(kit, statistics),
        pages: await warmed(kit, pages),
      };
      return {
        yardstick: await measured(warm.yardstick),
        statistics: await measured(warm.statistics),
        pages: await measured(warm.pages),
      };
    });
    const hasPassed =
      Object.values(costs.statistics).every(({ many }) => many.p99Ms <= STATISTICS_P99_MS) &&
      Object.values(costs.pages).every(({ many, ratio }) => many.p99Ms <= PAGES_P99_MS && ratio <= PAGES_RATIO);
    return { figures: { trades, rounds: ROUNDS, loadedIn, ...costs }, hasPassed };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Tell = (line: string) => void;

/** A database with the engine at work on it. */
interface World extends PaperWorld {
  readonly runtime: PaperRuntime;
}

/** Starts the database of a folder and the engine on it, and stops both when the work is done. */
async function inWorld<T>(folder: string, tell: Tell, work: (world: World) => Promise<T>): Promise<T> {
  const world = await openPaperWorld(folder, tell);
  const feed = await openReplayFeed();
  const runtime = await startPaperRuntime({
    engine: world.engine,
    feed,
    openQuotes: noQuotes,
    speed: 1,
    logDays: 365,
    log: tell,
  });
  try {
    return await work({ ...world, runtime });
  } finally {
    await runtime.stop();
    await world.disconnect();
    await world.postgres.stop();
  }
}

/** @returns the seconds that each part took */
async function load({ app, engine, runtime, postgres }: World, trades: Readonly<Record<Owner, number>>, tell: Tell) {
  const now = later(runtime.market().minute, MINUTE_MS);
  const loadedIn: Record<string, number> = {};
  for (const ownerId of OWNERS) {
    const begin = performance.now();
    const createdAt = new Date(now - LIFE_MS);
    await storePortfolio(app, { ownerId, portfolioId: ownerId, wallet: '1000000', createdAt });
    await runtime.openPortfolio(ownerId, ownerId);
    for (const bot of fleet(ownerId, BOTS)) {
      const outcome = await runtime.command({ ownerId, portfolioId: ownerId, ...bot });
      if (!outcome.ok) throw new Error(`the fleet was refused: ${JSON.stringify(outcome.reasons)}`);
    }
    await storeCycles(engine, { ownerId, cycles: trades[ownerId] / TRADES_OF_CYCLE, now }, tell);
    await storeEquity(engine, ownerId, now);
    loadedIn[ownerId] = seconds(begin);
  }
  const begin = performance.now();
  const owner = new pg.Client({ connectionString: postgres.url });
  await owner.connect();
  try {
    await storeTrades(owner, tell);
    await owner.query('vacuum analyze');
  } finally {
    await owner.end();
  }
  loadedIn['trades'] = seconds(begin);
  return loadedIn;
}

/** The number after `--trades`: whole cycles with a page of them and more in either portfolio. */
function tradesAsked(): number | null {
  const at = process.argv.indexOf('--trades');
  const asked = at === -1 ? Number.NaN : Number(process.argv[at + 1]);
  return Number.isInteger(asked / (TRADES_OF_CYCLE * FEW_SHARE)) && asked >= TRADES_MIN ? asked : null;
}

interface Past {
  readonly ownerId: Owner;
  readonly cycles: number;
  readonly now: Instant;
}

/** Ended cycles at even distances over the life, of all symbols, sides and reasons, numbered and rolled up as by the writer. */
async function storeCycles(engine: Database, { ownerId, cycles, now }: Past, tell: (line: string) => void) {
  const everyMs = LIFE_MS / cycles;
  for (let last = cycles; last > 0; last -= CHUNK) {
    const first = Math.max(1, last - CHUNK + 1);
    await engine.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ cycleId: string }>`
        insert into cycles (cycle_id, owner_id, portfolio_id, bot_id, atom_id, opened_run_no, run_no, seq, symbol, direction,
                            state, close_reason, params_version, opened_at, begin_at, end_at, entry_qty, quantity,
                            levels_filled, levels_total, peak_margin, committed_margin, gross, commission, funding,
                            liquidation_fee, result)
        select bot || '-' || n, ${ownerId}, ${ownerId}, bot, bot || '-atom', 1, 1, n, 'S' || n % ${SYMBOLS} || 'USDT',
               case n % 3 when 0 then 'sell' else 'buy' end, 'CLOSED',
               case n % 10 when 0 then 'stop_loss' when 1 then 'trailing' when 2 then 'manual' else 'take_profit' end,
               1 + n % 4, ends - interval '1 hour', ends - interval '1 hour', ends, 1, 0, 1, 5, 30, 0,
               gross, 0.12345678, 0.00000001, 0, gross + 0.00000001 - 0.12345678
          from (select n, ${ownerId} || '-' || n % ${BOTS} as bot, (n % 7 - 2)::numeric as gross,
                       ${new Date(now)}::timestamptz - n * ${everyMs}::double precision * interval '1 millisecond' as ends
                  from generate_series(${first}::integer, ${last}::integer) as n) as made
        returning cycle_id`.execute(tx);
      const ids = rows.map(({ cycleId }) => cycleId);
      await numberCycles(tx, ids);
      await rollUp(tx, ids);
    });
    tell(`${ownerId}: ${first - 1} cycles left`);
  }
}

/** The hourly equity of the portfolio over its life, which goes up and down. */
async function storeEquity(engine: Database, ownerId: Owner, now: Instant): Promise<void> {
  const begin = startOf(instantOf(now - LIFE_MS), HOUR_MS);
  const hours = Array.from(
    { length: Math.floor((now - begin) / HOUR_MS) },
    (_, hour) => new Date(begin + hour * HOUR_MS),
  );
  for (let index = 0; index < hours.length; index += HOURS_AT_ONCE) {
    const times = hours.slice(index, index + HOURS_AT_ONCE);
    await engine.db.transaction().execute(async (tx) => {
      await sql`
        insert into bot_hours (bot_id, owner_id, portfolio_id, ts, realized, unrealized)
        select ${`${ownerId}-0`}, ${ownerId}, ${ownerId}, ts, (extract(epoch from ts)::bigint / 3600 * 7919) % 1000 - 400, 0
          from unnest(${times.map((time) => time.toISOString())}::timestamptz[]) as ts
        on conflict do nothing`.execute(tx);
      await rollUpEquity(
        tx,
        times.map((ts) => ({ ownerId, portfolioId: ownerId, ts })),
      );
    });
  }
}

/** Twenty trades of every cycle. Indexes are made once all are there: that takes a fraction of keeping them. */
async function storeTrades(owner: pg.Client, tell: (line: string) => void): Promise<void> {
  const { rows: indexes } = await owner.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
      where tablename = 'trades' and indexname not in (select conname from pg_constraint)`,
  );
  for (const { name } of indexes) await owner.query(`drop index ${name}`);
  for (const ownerId of OWNERS) {
    tell(`${ownerId}: storing trades`);
    await owner.query(
      `insert into trades (trade_id, owner_id, portfolio_id, bot_id, cycle_id, order_id, seq, ts, symbol, direction, side,
                           role, level, price, qty, quote_qty, commission, is_maker, gross)
       select cycle_id || '-' || fill || '-1', owner_id, portfolio_id, bot_id, cycle_id, cycle_id || '-' || fill,
              seq * ${TRADES_OF_CYCLE} + fill, begin_at + fill * interval '2 minutes', symbol, direction, 'BUY', 'safety', fill,
              100, 0.001, 0.1, 0.00005, true, 0
         from cycles cross join generate_series(1, ${TRADES_OF_CYCLE}) as fill where owner_id = $1`,
      [ownerId],
    );
  }
  for (const { name, definition } of indexes) {
    tell(`index ${name}`);
    await owner.query(definition);
  }
  // The program saves the order statistics of each day once it is over; here it would catch up on three years while readings are measured.
  await owner.query(
    `insert into order_stat_days (owner_id, day, changes, saved_changes, saved_at)
     select owner_id, day::date, 0, 0, now()
       from portfolios cross join generate_series(created_at - interval '1 day', now(), '1 day') as day
     on conflict (owner_id, day) do update set saved_changes = order_stat_days.changes`,
  );
}

async function rowsOf(database: Database): Promise<Readonly<Record<Owner, PortfolioRow>>> {
  const rowOf = async (ownerId: Owner): Promise<PortfolioRow> => {
    const row = await readAsUser(database, ownerId, (tx) => findPortfolio(tx, ownerId, ownerId));
    if (row === undefined) throw new Error('the portfolio is stored');
    return row;
  };
  return { many: await rowOf('many'), few: await rowOf('few') };
}

interface Kit {
  readonly database: Database;
  readonly runtime: Services['runtime'];
  readonly rows: Readonly<Record<Owner, PortfolioRow>>;
}

/** A read as its call does it, within the transaction of a request. */
type Read = (
  tx: Tx,
  given: { readonly ownerId: Owner; readonly row: PortfolioRow; readonly kit: Kit },
) => Promise<unknown>;

/** The same round trips without work: what this machine takes for them. */
const plain: Read = async (tx) => {
  for (const statements of [2, 4]) {
    await Promise.all(Array.from({ length: statements }, () => sql`select 1`.execute(tx)));
  }
};

function readsOf(now: Instant, trades: Readonly<Record<Owner, number>>) {
  const today = startOf(now, DAY_MS);
  const periodOf = (days: number) => ({ from: later(today, -days * DAY_MS), to: later(today, DAY_MS) });
  const curve =
    (query: { readonly dateFrom?: string }): Read =>
    async (tx, { ownerId, kit: { runtime } }) => {
      const stored = await readPnl(tx, ownerId, { portfolioId: ownerId, query, hour: hourOfPnl(runtime) });
      return presentPnl(stored, query, { runtime, closed: [] });
    };
  const parts =
    (days: number): Read =>
    (tx, { ownerId }) =>
      sumParts(tx, ownerId, { portfolioId: ownerId, period: periodOf(days) });
  const page =
    (offsetOf: (cycles: number) => number): Read =>
    async (tx, { ownerId }) => {
      const number = offsetOf(trades[ownerId] / TRADES_OF_CYCLE);
      const after = number === 0 ? null : { number, cycleId: null };
      const filter = { scope: { portfolioId: ownerId } };
      const { rows } = await listCycles(tx, ownerId, { filter, after, offset: 0, limit: PAGE });
      if (rows.length !== PAGE) throw new Error(`a page of ${rows.length} cycles after ${number}`);
    };
  const fills: Read = async (tx, { ownerId }) => {
    const found = await listTrades(tx, ownerId, { cycleId: `${ownerId}-7-${BOTS + 7}` });
    if (found.length !== TRADES_OF_CYCLE) throw new Error(`${found.length} trades of a cycle`);
  };
  const card: Read = async (tx, { ownerId, row, kit: { runtime } }) =>
    presentPortfolios(await readPortfolios(tx, ownerId, { rows: [row], now: marketNow(runtime) }), runtime);
  return {
    statistics: {
      card,
      curveOfAll: curve({}),
      curveOfMonth: curve({ dateFrom: new Date(now - 29 * DAY_MS).toISOString().slice(0, 10) }),
      partsOfAll: parts(LIFE_MS / DAY_MS),
      partsOfQuarter: parts(89),
      partsOfMonth: parts(29),
    },
    pages: { first: page(() => 0), middle: page((cycles) => cycles / 2), late: page(() => PAGE + 1), fills },
  } as const satisfies Record<string, Readonly<Record<string, Read>>>;
}

/** What one reading costs each owner, once it has been read before. */
type Measure = () => Promise<Cost>;

/**
 * Reads everything `WARMING` times, and returns how to measure each: all are warm before the first is measured, as in a program
 * that has been running for a while.
 */
async function warmed<Name extends string>(kit: Kit, reads: Readonly<Record<Name, Read>>) {
  const measures: Partial<Record<Name, Measure>> = {};
  for (const [name, read] of Object.entries<Read>(reads)) {
    const first = await timed(kit, read, WARMING);
    measures[name as Name] = async () => {
      const taken = await timed(kit, read, ROUNDS);
      const [many, few] = [costOf(first.many[0], taken.many), costOf(first.few[0], taken.few)];
      return { many, few, ratio: rounded(many.p50Ms / few.p50Ms) };
    };
  }
  return measures as Record<Name, Measure>;
}

async function measured<Name extends string>(measures: Readonly<Record<Name, Measure>>) {
  const found: Partial<Record<Name, Cost>> = {};
  for (const [name, measure] of Object.entries<Measure>(measures)) found[name as Name] = await measure();
  return found as Record<Name, Cost>;
}

/** How long readings take, milliseconds: both owners in turn, so that a busy machine slows both. */
async function timed(kit: Kit, read: Read, rounds: number): Promise<Readonly<Record<Owner, readonly number[]>>> {
  const taken: Record<Owner, number[]> = { many: [], few: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const ownerId of OWNERS) {
      const begin = performance.now();
      await readAsUser(kit.database, ownerId, (tx) => read(tx, { ownerId, row: kit.rows[ownerId], kit }));
      taken[ownerId].push(performance.now() - begin);
    }
  }
  return taken;
}

interface Percentiles {
  readonly firstMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly [name: string]: number;
}

interface Cost {
  readonly many: Percentiles;
  readonly few: Percentiles;
  readonly ratio: number;
  readonly [name: string]: number | Percentiles;
}

/** @param first - of the first reading, milliseconds */
function costOf(first: number | undefined, taken: readonly number[]): Percentiles {
  const sorted = taken.toSorted((a, b) => a - b);
  const at = (share: number) => rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return { firstMs: rounded(first ?? 0), p50Ms: at(0.5), p99Ms: at(0.99) };
}

const seconds = (begin: number): number => rounded((performance.now() - begin) / 1_000);

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
