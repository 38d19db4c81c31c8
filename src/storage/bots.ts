import { type Selectable, sql } from 'kysely';
import { RATE_ONE } from '#base/exact.ts';
import type { BotKind, BotState } from '#engine/model/bot.ts';
import type { Tx } from './database/database.ts';
import type { BotsTable, RunsTable } from './database/schema.ts';

/** A bot's row with the names that its screens show. */
export type BotRow = Selectable<BotsTable> & {
  readonly portfolioName: string;
  readonly execution: 'paper' | 'live' | null;
  readonly strategyName: string | null;
};
/** One run of a bot; `strategyExecutorId` is its id on the wire. */
export type RunRow = Selectable<RunsTable>;

function botQuery(tx: Tx, ownerId: string) {
  return tx
    .selectFrom('bots')
    .innerJoin('portfolios', 'portfolios.portfolioId', 'bots.portfolioId')
    .leftJoin('strategies', 'strategies.strategyId', 'bots.strategyId')
    .selectAll('bots')
    .select(['portfolios.name as portfolioName', 'portfolios.execution', 'strategies.name as strategyName'])
    .where('bots.ownerId', '=', ownerId)
    .where('portfolios.ownerId', '=', ownerId);
}

/** The owner's undeleted bots, oldest first; of one moment, by name. */
export function listBots(
  tx: Tx,
  ownerId: string,
  filter: { readonly kind?: BotKind; readonly portfolioId?: string },
): Promise<BotRow[]> {
  let query = botQuery(tx, ownerId).where('bots.deletedAt', 'is', null);
  if (filter.kind !== undefined) query = query.where('bots.kind', '=', filter.kind);
  if (filter.portfolioId !== undefined) query = query.where('bots.portfolioId', '=', filter.portfolioId);
  return query.orderBy('bots.createdAt').orderBy('bots.name').orderBy('bots.botId').execute();
}

/** A bot by id, deleted ones included: their history stays readable. */
export function findBot(tx: Tx, ownerId: string, botId: string): Promise<BotRow | undefined> {
  return botQuery(tx, ownerId).where('bots.botId', '=', botId).executeTakeFirst();
}

/** The undeleted bot of this name in a portfolio. */
export function findBotByName(
  tx: Tx,
  ownerId: string,
  named: { readonly portfolioId: string; readonly name: string },
): Promise<BotRow | undefined> {
  return botQuery(tx, ownerId)
    .where('bots.portfolioId', '=', named.portfolioId)
    .where('bots.name', '=', named.name)
    .where('bots.deletedAt', 'is', null)
    .executeTakeFirst();
}

/** One of the owner's runs, of deleted bots too; undefined when there is none. */
export function findRun(tx: Tx, ownerId: string, strategyExecutorId: string): Promise<RunRow | undefined> {
  return tx
    .selectFrom('runs')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('strategyExecutorId', '=', strategyExecutorId)
    .executeTakeFirst();
}

/**
 * The symbols that the bots of each portfolio trade, each once and by name; also those of bots that ended cycles there and were
 * deleted or moved since.
 */
export async function symbolsByPortfolio(tx: Tx, ownerId: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const held = tx
    .selectFrom('bots')
    .select(['portfolioId', 'symbols'])
    .where('ownerId', '=', ownerId)
    .where('deletedAt', 'is', null);
  const traded = tx
    .selectFrom('botTotals')
    .innerJoin('bots', 'bots.botId', 'botTotals.botId')
    .select(['botTotals.portfolioId', 'bots.symbols'])
    .where('botTotals.ownerId', '=', ownerId)
    .where('botTotals.cycles', '>', 0);
  const rows = await held.unionAll(traded).execute();
  const groups = Map.groupBy(rows, (row) => row.portfolioId);
  return new Map([...groups].map(([id, bots]) => [id, [...new Set(bots.flatMap((bot) => bot.symbols))].sort()]));
}

/** A bot with an open cycle. */
export interface CyclingBot {
  readonly botId: string;
  readonly name: string;
  readonly kind: BotKind;
  readonly portfolioId: string;
}

/** The owner's bots that are in a cycle, the oldest portfolio first. */
export function botsInCycles(tx: Tx, ownerId: string): Promise<CyclingBot[]> {
  return tx
    .selectFrom('bots')
    .innerJoin('portfolios', 'portfolios.portfolioId', 'bots.portfolioId')
    .select(['bots.botId', 'bots.name', 'bots.kind', 'bots.portfolioId'])
    .where('bots.ownerId', '=', ownerId)
    .where('portfolios.ownerId', '=', ownerId)
    .where('bots.botId', 'in', (nested) =>
      nested
        .selectFrom('cycles')
        .select('cycles.botId')
        .where('cycles.ownerId', '=', ownerId)
        .where('cycles.endAt', 'is', null),
    )
    .orderBy('portfolios.createdAt')
    .orderBy('bots.createdAt')
    .orderBy('bots.botId')
    .execute();
}

/** How many undeleted bots are in each state, by portfolio. */
export async function countBots(
  tx: Tx,
  ownerId: string,
): Promise<readonly { portfolioId: string; state: BotState; stateReason: string | null; count: number }[]> {
  const rows = await tx
    .selectFrom('bots')
    .select(['portfolioId', 'state', 'stateReason'])
    .select((build) => build.fn.countAll<string>().as('count'))
    .where('ownerId', '=', ownerId)
    .where('deletedAt', 'is', null)
    .groupBy(['portfolioId', 'state', 'stateReason'])
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

/** Bots of one kind that hold a position without a stop-loss order. */
export interface UnprotectedBots {
  readonly kind: BotKind;
  readonly bots: number;
  /** Those of them whose settings have no stop-loss for any of these positions. */
  readonly byDesign: number;
}

/**
 * The owner's unprotected bots by kind, according to the stored bots, by the same definition as `protectionOf`: a position is
 * held, no stop-loss order rests, and it is not being closed at market. Only bots with an open cycle are examined.
 */
export async function countUnprotected(tx: Tx, ownerId: string): Promise<readonly UnprotectedBots[]> {
  const { rows } = await sql<{ kind: BotKind; bots: string; byDesign: string }>`
    select kind, count(*) as bots, count(*) filter (where by_design) as by_design
      from (select kind, bool_and(${IS_BY_DESIGN}) as by_design
              from (select distinct bot_id from cycles where owner_id = ${ownerId} and end_at is null) as open
              join bots using (bot_id)
             cross join lateral jsonb_array_elements(bots.snapshot -> 'bot' -> 'atoms') as atom
             where bots.deleted_at is null
               and (atom -> 'cycle' -> 'position' ->> 'quantity')::numeric > 0
               and jsonb_typeof(atom -> 'cycle' -> 'exitReason') = 'null'
               and not atom -> 'cycle' -> 'orders' @> '[{"role": "stop_loss"}]'
             group by bot_id, kind) as unprotected
     group by kind`.execute(tx);
  return rows.map(({ kind, bots, byDesign }) => ({ kind, bots: Number(bots), byDesign: Number(byDesign) }));
}

/** Neither a percentage that a price can reach, which for a long is below 100, nor a distance that a rule has set. */
const IS_BY_DESIGN = sql`
  (jsonb_typeof(atom -> 'stopLoss') = 'null'
    or (atom ->> 'direction' = 'buy' and (atom ->> 'stopLoss')::numeric >= ${sql.lit(RATE_ONE)}))
  and coalesce(jsonb_typeof(atom -> 'cycle' -> 'params' -> 'opening' -> 'stopTicks'), 'null') = 'null'`;
