import { sql } from 'kysely';
import { rateFromPercent } from '#base/decimal.ts';
import { type Rate, rate } from '#base/exact.ts';
import { DAY_MS, HOUR_MS, type Instant, instantOf, later } from '#base/time.ts';
import type { Direction } from '#engine/model/order.ts';
import type { PriceMoves } from '#engine/moves/price-moves.ts';
import type { Database } from './database/database.ts';

/** What is measured: rows are found by it. */
export interface MovesKey {
  readonly symbol: string;
  readonly direction: Direction;
  readonly rebound: Rate;
  readonly windowDays: number;
  readonly horizonDays: number;
}

/** A measurement and what it was made of. */
export interface StoredMoves {
  readonly moves: PriceMoves;
  /** The end of the window; market time. */
  readonly to: Instant;
  /** How many minutes of the window were stored. */
  readonly minutesStored: number;
  /** Wall time. */
  readonly computedAt: Instant;
}

/** Raised whenever the figures or their meaning change. */
const SHAPE = 1;
/** A row that nobody asks for is dropped after this time, and the ones asked for longest ago when there are too many. */
const KEPT_MS = 30 * DAY_MS;
const ROWS_MAX = 2_000;
/** How exactly it is remembered when a row was last asked for, so that a read is seldom a write. */
const ASKED_MS = HOUR_MS;

/** @returns null where nothing of this program's shape is kept */
export async function findMoves({ db }: Database, key: MovesKey, now: Instant): Promise<StoredMoves | null> {
  const row = await db
    .selectFrom('priceMoves')
    .select(['moves', 'toAt', 'minutesStored', 'computedAt', 'askedAt'])
    .where(({ and }) => and({ ...key, shape: SHAPE }))
    .executeTakeFirst();
  if (row === undefined) return null;
  if (now - row.askedAt.getTime() > ASKED_MS) {
    const asked = { askedAt: new Date(now) };
    await db
      .updateTable('priceMoves')
      .set(asked)
      .where(({ and }) => and({ ...key }))
      .execute();
  }
  const { moves, minutesStored } = row;
  return { moves, minutesStored, to: instantOf(row.toAt.getTime()), computedAt: instantOf(row.computedAt.getTime()) };
}

/** Replaces what was kept for the question. */
export async function storeMoves({ db }: Database, key: MovesKey, measured: StoredMoves): Promise<void> {
  const figures = {
    shape: SHAPE,
    toAt: new Date(measured.to),
    minutesStored: measured.minutesStored,
    moves: JSON.stringify(measured.moves),
    computedAt: new Date(measured.computedAt),
  };
  await db
    .insertInto('priceMoves')
    .values({ ...key, ...figures, askedAt: figures.computedAt })
    .onConflict((conflict) =>
      conflict.columns(['symbol', 'direction', 'rebound', 'windowDays', 'horizonDays']).doUpdateSet(figures),
    )
    .execute();
}

/** Drops what nobody has asked for lately. */
export async function dropOldMoves({ db }: Database, now: Instant): Promise<void> {
  await db
    .deleteFrom('priceMoves')
    .where('askedAt', '<', new Date(later(now, -KEPT_MS)))
    .execute();
  await sql`delete from price_moves where ctid in
    (select ctid from price_moves order by asked_at desc offset ${ROWS_MAX})`.execute(db);
}

/** What was asked for since an instant, newest first. */
export async function listAskedMoves({ db }: Database, since: Instant, limit: number): Promise<readonly MovesKey[]> {
  const rows = await db
    .selectFrom('priceMoves')
    .select(['symbol', 'direction', 'rebound', 'windowDays', 'horizonDays'])
    .where('askedAt', '>=', new Date(since))
    .orderBy('askedAt', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, rebound: rate(row.rebound) }));
}

/** A symbol and direction that a bot trades, and the rebound that its take profit needs; null for one without. */
export interface TradedSide {
  readonly symbol: string;
  readonly direction: Direction;
  readonly rebound: Rate | null;
}

/** What the bots of all users trade that are neither finished nor deleted. */
export async function listTradedSides({ db }: Database, limit: number): Promise<readonly TradedSide[]> {
  const takeProfit = sql<string | null>`bots.snapshot -> 'bot' ->> 'takeProfitPercent'`;
  const rows = await db
    .selectFrom('atoms')
    .innerJoin('bots', 'bots.botId', 'atoms.botId')
    .select(['atoms.symbol', 'atoms.direction', takeProfit.as('takeProfit')])
    .distinct()
    .where('bots.state', 'not in', ['FINISHED', 'DELETED'])
    .orderBy('atoms.symbol')
    .limit(limit)
    .execute();
  return rows.map(({ symbol, direction, takeProfit: percent }) => ({
    ...{ symbol, direction },
    rebound: percent === null ? null : rateFromPercent(percent),
  }));
}
