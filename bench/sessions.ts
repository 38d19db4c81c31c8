import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import type { WebSocket } from 'ws';
import { type Instant, instantOf, later, MINUTE_MS } from '#base/time.ts';
import { startPaperRuntime } from '#runtime/paper-runtime.ts';
import { openLiveSession } from '#server/live/live-session.ts';
import { touches } from '#server/live/touches.ts';
import { presentPnl } from '#server/portfolios/present-pnl.ts';
import { presentPortfolios } from '#server/portfolios/present-portfolio.ts';
import type { Services } from '#server/services.ts';
import { asUser, type Database } from '#storage/database/database.ts';
import { listPortfolios } from '#storage/portfolios.ts';
import { rollUp } from '#storage/recorder/roll-up.ts';
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
const ROUNDS = 15;
const WALLET = '1000000';
const SESSION_RATIO_MAX = 1.5;

/**
 * The cost in milliseconds of a live session and of a portfolio page's reads, with a thousand and with a million past
 * cycles of twenty bots at the same rate of trading; passes when a session costs the same.
 */
export async function sessionsBench(tell: (line: string) => void) {
  const folder = await mkdtemp(join(tmpdir(), 'botyard-bench-'));
  const world = await openPaperWorld(folder, tell);
  const feed = await openReplayFeed();
  const runtime = await startPaperRuntime({ engine: world.engine, feed, openQuotes: noQuotes, speed: 1, log: tell });
  try {
    const now = later(runtime.market().minute, MINUTE_MS);
    for (const [ownerId, cycles] of [
      ['few', FEW],
      ['many', MANY],
    ] as const) {
      tell(`storing ${cycles} cycles`);
      await storePortfolio(world.app, { ownerId, portfolioId: ownerId, wallet: WALLET, createdAt: new Date(now) });
      await runtime.openPortfolio(ownerId, ownerId);
      for (const bot of fleet(ownerId, BOTS)) {
        const outcome = await runtime.command({ ownerId, portfolioId: ownerId, ...bot });
        if (!outcome.ok) throw new Error(`the fleet was refused: ${JSON.stringify(outcome.reasons)}`);
      }
      await storePast(world.engine, { ownerId, cycles, now });
    }
    await settleTables(world.postgres.url);
    const services = servicesOf(world.app, runtime);
    tell('opening sessions and reading pages');
    const session = await measured((ownerId) => openAndEnd(services, ownerId));
    const card = await measured((ownerId) => readCard(services, ownerId));
    const curve = await measured((ownerId) => readCurve(services, ownerId));
    const figures = { bots: BOTS, cycles: { few: FEW, many: MANY }, session, card, curve };
    return { figures, hasPassed: session.ratio <= SESSION_RATIO_MAX };
  } finally {
    await runtime.stop();
    await world.disconnect();
    await world.postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Ended cycles of the fleet up to now, rolled up as by the writer, and the hourly equity of its bots. */
async function storePast(
  engine: Database,
  { ownerId, cycles, now }: { readonly ownerId: string; readonly cycles: number; readonly now: Instant },
): Promise<void> {
  for (let first = 0; first < cycles; first += CHUNK) {
    const last = Math.min(cycles, first + CHUNK) - 1;
    await engine.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ cycleId: string }>`
        insert into cycles (cycle_id, owner_id, portfolio_id, bot_id, atom_id, opened_run_no, run_no, seq, symbol, direction,
                            state, close_reason, opened_at, begin_at, end_at, entry_qty, quantity, levels_filled,
                            levels_total, peak_margin, committed_margin, gross, commission, funding, liquidation_fee, result)
        select bot || '-' || n, ${ownerId}, ${ownerId}, bot, bot || '-atom', 1, 1, n, 'ETHUSDT', 'buy', 'CLOSED',
               'take_profit', ends - interval '1 hour', ends - interval '1 hour', ends, 1, 0, 1, 5, 30, 0,
               gross, 0.12345678, 0.00000001, 0, gross + 0.00000001 - 0.12345678
          from (select n, ${ownerId} || '-' || n % ${BOTS} as bot, (n % 7 - 2)::numeric as gross,
                       ${new Date(now)}::timestamptz - n * ${EVERY_MS} * interval '1 millisecond' as ends
                  from generate_series(${first + 1}::integer, ${last + 1}::integer) as n) as made
        returning cycle_id`.execute(tx);
      await rollUp(
        tx,
        rows.map(({ cycleId }) => cycleId),
      );
    });
  }
  const begin = instantOf(now - cycles * EVERY_MS);
  await sql`
    insert into bot_hours (bot_id, owner_id, portfolio_id, ts, realized, unrealized)
    select ${ownerId} || '-' || bot, ${ownerId}, ${ownerId}, ts, 1, 0
      from generate_series(0, ${BOTS - 1}) as bot,
           generate_series(date_trunc('hour', ${new Date(begin)}::timestamptz), ${new Date(now)}, interval '1 hour') as ts`.execute(
    engine.db,
  );
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
  return { database, runtime, touches: touches(), now: wallNow, market: { line }, settings } as unknown as Services;
}

async function openAndEnd(services: Services, ownerId: string): Promise<void> {
  let heard = 0;
  const send = (): void => {
    heard += 1;
  };
  const socket = { OPEN: 1, readyState: 1, bufferedAmount: 0, close: () => {}, send };
  const session = await openLiveSession({ socket: socket as unknown as WebSocket, services, ownerId });
  session.end();
  if (heard !== 1) throw new Error('a session begins with a snapshot');
}

/** The portfolio as shown by its card and the header of its page. */
async function readCard({ database, runtime }: Services, ownerId: string): Promise<void> {
  await asUser(database, ownerId, async (tx) => {
    const rows = await listPortfolios(tx, ownerId, null);
    await presentPortfolios(tx, ownerId, { rows, runtime });
  });
}

/** Result, curve and statistics of its whole life. */
async function readCurve({ database, runtime }: Services, ownerId: string): Promise<void> {
  await asUser(database, ownerId, async (tx) => {
    for (const row of await listPortfolios(tx, ownerId, null)) await presentPnl(tx, row, { query: {}, runtime });
  });
}

/** Both owners in turn, so that other load slows both. */
async function measured(work: (ownerId: string) => Promise<void>) {
  const taken: Record<'few' | 'many', number[]> = { few: [], many: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const ownerId of ['few', 'many'] as const) {
      const begin = performance.now();
      await work(ownerId);
      if (round > 0) taken[ownerId].push(performance.now() - begin); // The first warms the database's cache.
    }
  }
  const [fewMs, manyMs] = [median(taken.few), median(taken.many)];
  return { fewMs: rounded(fewMs), manyMs: rounded(manyMs), ratio: rounded(manyMs / fewMs) };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
