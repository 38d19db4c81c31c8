import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import type { WebSocket } from 'ws';
import { DAY_MS, HOUR_MS, type Instant, instantOf, later, MINUTE_MS, startOf } from '#base/time.ts';
import { followedTopic } from '#contract/live.ts';
import { startPaperRuntime } from '#runtime/paper-runtime.ts';
import { lastKnown } from '#server/http/answers/last-known.ts';
import { marketNow } from '#server/http/context.ts';
import { liveFeeds } from '#server/live/live-feeds.ts';
import { touches } from '#server/live/touches.ts';
import { hourOfPnl, presentPnl, readPnl } from '#server/portfolios/present-pnl.ts';
import { presentPortfolios, readPortfolios } from '#server/portfolios/present-portfolio.ts';
import type { Services } from '#server/services.ts';
import { listCycles } from '#storage/cycles/cycle-pages.ts';
import { countEnded } from '#storage/cycles/cycles.ts';
import { asUser, type Database } from '#storage/database/database.ts';
import { listPortfolios } from '#storage/portfolios.ts';
import { numberCycles } from '#storage/recorder/number-cycles.ts';
import { rollUp } from '#storage/recorder/roll-up.ts';
import { rollUpEquity } from '#storage/recorder/roll-up-equity.ts';
import { openPaperWorld, storePortfolio } from '../scripts/paper-world.ts';
import { noQuotes } from '../tests/support/no-quotes.ts';
import { openReplayFeed } from '../tests/support/replay-feed.ts';
import { median } from './median.ts';
import { fleet } from './paper-fleet.ts';

const BOTS = 20;
const FEW = 1_000;
const MANY = 1_000_000;
/** Interval between cycles of the fleet: a thousand are ten hours, a million more than a year. */
const EVERY_MS = 34_560;
const CHUNK = 50_000;
const HOURS_AT_ONCE = 500;
const ROUNDS = 51;
const WALLET = '1000000';
const PAGE = 50;
const RATIO_MAX = 1.3;

/** Three portfolios of the same fleet: a million cycles, a thousand over the same time, and a thousand in ten hours. */
const PASTS = {
  many: { cycles: MANY, everyMs: EVERY_MS },
  few: { cycles: FEW, everyMs: (EVERY_MS * MANY) / FEW },
  young: { cycles: FEW, everyMs: EVERY_MS },
} as const;
type Past = keyof typeof PASTS;
const OWNERS = ['many', 'few', 'young'] as const satisfies readonly Past[];

/**
 * The cost in milliseconds of a live session, of a portfolio's pages and of its lists of cycles, with a million past cycles
 * of twenty bots and with a thousand; passes when no cost depends on their number.
 */
export async function sessionsBench(tell: (line: string) => void) {
  const folder = await mkdtemp(join(tmpdir(), 'botyard-bench-'));
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
    const now = later(runtime.market().minute, MINUTE_MS);
    for (const ownerId of OWNERS) {
      const { cycles, everyMs } = PASTS[ownerId];
      const begin = instantOf(now - cycles * everyMs);
      await storePortfolio(world.app, { ownerId, portfolioId: ownerId, wallet: WALLET, createdAt: new Date(begin) });
      await runtime.openPortfolio(ownerId, ownerId);
      for (const bot of fleet(ownerId, BOTS)) {
        const outcome = await runtime.command({ ownerId, portfolioId: ownerId, ...bot });
        if (!outcome.ok) throw new Error(`the fleet was refused: ${JSON.stringify(outcome.reasons)}`);
      }
      const from = performance.now();
      await storePast(world.engine, ownerId, now);
      tell(`${cycles} cycles stored in ${((performance.now() - from) / 1_000).toFixed(1)} s`);
    }
    await settleTables(world.postgres.url);
    const services = servicesOf(world.app, runtime);
    tell('opening sessions, reading pages and lists');
    const costs = {
      session: await measured((ownerId) => openAndEnd(services, ownerId)),
      card: await measured((ownerId) => readCard(services, ownerId)),
      curve: await measured((ownerId) => readCurve(services, ownerId, {})),
      month: await measured((ownerId) => readCurve(services, ownerId, { dateFrom: dayText(now - 29 * DAY_MS) })),
      firstPage: await measured((ownerId) => readPage(services, ownerId, 0)),
      latePage: await measured((ownerId) => readPage(services, ownerId, PASTS[ownerId].cycles - PAGE)),
      total: await measured((ownerId) => readTotal(services, ownerId, now)),
    };
    const hasPassed = Object.values(costs).every(({ ratio }) => ratio <= RATIO_MAX);
    return { figures: { bots: BOTS, cycles: { few: FEW, many: MANY }, ...costs }, hasPassed };
  } finally {
    await runtime.stop();
    await world.disconnect();
    await world.postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Ended cycles of the fleet up to now and the hourly equity of its bots, numbered and rolled up as by the writer. */
async function storePast(engine: Database, ownerId: Past, now: Instant): Promise<void> {
  const { cycles, everyMs } = PASTS[ownerId];
  for (let last = cycles; last > 0; last -= CHUNK) {
    const first = Math.max(1, last - CHUNK + 1);
    await engine.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ cycleId: string }>`
        insert into cycles (cycle_id, owner_id, portfolio_id, bot_id, atom_id, opened_run_no, run_no, seq, symbol, direction,
                            state, close_reason, opened_at, begin_at, end_at, entry_qty, quantity, levels_filled,
                            levels_total, peak_margin, committed_margin, gross, commission, funding, liquidation_fee, result)
        select bot || '-' || n, ${ownerId}, ${ownerId}, bot, bot || '-atom', 1, 1, n, 'ETHUSDT', 'buy', 'CLOSED',
               'take_profit', ends - interval '1 hour', ends - interval '1 hour', ends, 1, 0, 1, 5, 30, 0,
               gross, 0.12345678, 0.00000001, 0, gross + 0.00000001 - 0.12345678
          from (select n, ${ownerId} || '-' || n % ${BOTS} as bot, (n % 7 - 2)::numeric as gross,
                       ${new Date(now)}::timestamptz - n * ${everyMs}::double precision * interval '1 millisecond' as ends
                  from generate_series(${first}::integer, ${last}::integer) as n) as made
        returning cycle_id`.execute(tx);
      const ids = rows.map(({ cycleId }) => cycleId);
      await numberCycles(tx, ids);
      await rollUp(tx, ids);
    });
  }
  const begin = startOf(instantOf(now - cycles * everyMs), HOUR_MS);
  const hours = Array.from({ length: Math.floor((now - begin) / HOUR_MS) }, (_, hour) => later(begin, hour * HOUR_MS));
  for (let index = 0; index < hours.length; index += HOURS_AT_ONCE) {
    await storeHours(engine, ownerId, hours.slice(index, index + HOURS_AT_ONCE));
  }
}

/** The hourly equity of every bot, which goes up and down. */
async function storeHours(engine: Database, ownerId: string, hours: readonly Instant[]): Promise<void> {
  const times = hours.map((hour) => new Date(hour));
  await engine.db.transaction().execute(async (tx) => {
    await sql`
      insert into bot_hours (bot_id, owner_id, portfolio_id, ts, realized, unrealized)
      select ${ownerId} || '-' || bot, ${ownerId}, ${ownerId}, ts,
             (extract(epoch from ts)::bigint / 3600 * 7919 + bot * 104729) % 1000 - 400, 0
        from generate_series(0, ${BOTS - 1}) as bot, unnest(${times.map((time) => time.toISOString())}::timestamptz[]) as ts
      on conflict do nothing`.execute(tx);
    await rollUpEquity(
      tx,
      times.map((ts) => ({ ownerId, portfolioId: ownerId, ts })),
    );
  });
}

/** The maintenance that the database does by itself some minutes after this many rows. */
async function settleTables(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query('vacuum analyze');
  await owner.end();
}

/** Only the parts of the server that sessions and these pages use. */
function servicesOf(database: Database, runtime: Services['runtime']): Services {
  const wallNow = () => instantOf(Date.now());
  const line = () => ({ isConnected: true, heardAt: wallNow(), due: runtime.market().closed });
  const settings = { environment: 'sim' };
  const reads = { of: <T>(_ownerId: string, _name: string, work: () => Promise<T>) => work(), forget: () => {} }; // Each round reads anew.
  return {
    database,
    runtime,
    reads,
    lastKnown: lastKnown(),
    system: { isDatabaseAnswering: () => true, disk: () => 'ok' },
    touches: touches(),
    now: wallNow,
    market: { line },
    settings,
  } as unknown as Services;
}

async function openAndEnd(services: Services, ownerId: string): Promise<void> {
  const heard = Promise.withResolvers<void>();
  const close = (): void => heard.reject(new Error('a session begins with snapshots'));
  const socket = { OPEN: 1, readyState: 1, bufferedAmount: 0, close, send: () => heard.resolve() };
  const session = liveFeeds(services).join(ownerId, socket as unknown as WebSocket, followedTopic.options);
  await heard.promise;
  session.end();
}

/** The portfolio as its card and the head of its page show it. */
async function readCard({ database, runtime }: Services, ownerId: string): Promise<void> {
  const stored = await asUser(database, ownerId, async (tx) => {
    const rows = await listPortfolios(tx, ownerId, null);
    return readPortfolios(tx, ownerId, { rows, now: marketNow(runtime) });
  });
  await presentPortfolios(stored, runtime);
}

/** Result, curve and statistics, by default of its whole life. */
async function readCurve(
  { database, runtime }: Services,
  ownerId: string,
  query: { dateFrom?: string },
): Promise<void> {
  await asUser(database, ownerId, async (tx) => {
    for (const { portfolioId } of await listPortfolios(tx, ownerId, null)) {
      const stored = await readPnl(tx, ownerId, { portfolioId, query, hour: hourOfPnl(runtime) });
      await presentPnl(stored, query, { runtime, closed: [] });
    }
  });
}

/** A page of the portfolio's cycles, with how many there are. */
async function readPage({ database }: Services, ownerId: string, offset: number): Promise<void> {
  const scope = { portfolioId: ownerId };
  await asUser(database, ownerId, async (tx) => {
    const page = { filter: { scope }, after: null, offset, limit: PAGE };
    const { rows, total } = await listCycles(tx, ownerId, page);
    if (rows.length !== PAGE) throw new Error(`a page of ${rows.length} cycles at ${offset} of ${total}`);
  });
}

/** How many cycles had ended five hours ago. */
async function readTotal({ database }: Services, ownerId: string, now: Instant): Promise<void> {
  const endedBy = new Date(now - 5 * HOUR_MS);
  const ended = await asUser(database, ownerId, (tx) =>
    countEnded(tx, ownerId, { scope: { portfolioId: ownerId }, endedBy }),
  );
  if (ended === 0) throw new Error('cycles ended before');
}

function dayText(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** All owners in turn, so that a busy machine slows all of them. */
async function measured(work: (ownerId: Past) => Promise<void>) {
  const taken: Record<Past, number[]> = { many: [], few: [], young: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const ownerId of OWNERS) {
      const begin = performance.now();
      await work(ownerId);
      if (round > 0) taken[ownerId].push(performance.now() - begin); // The first warms the database's cache.
    }
  }
  const [manyMs, fewMs, youngMs] = [median(taken.many), median(taken.few), median(taken.young)];
  return {
    manyMs: rounded(manyMs),
    fewMs: rounded(fewMs),
    youngMs: rounded(youngMs),
    ratio: rounded(manyMs / fewMs),
    ratioToYoung: rounded(manyMs / youngMs),
  };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
