import { sql } from 'kysely';
import { cashFrom } from '#base/decimal.ts';
import type { Cash } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { BotKind } from '#engine/model/bot.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Database } from '../database/database.ts';
import { type CommandKey, rememberEffect } from '../idempotency.ts';

/** Names of undeleted bots, which the engine keeps unique within a portfolio. */
export async function loadBotNames(
  engine: Database,
): Promise<readonly { readonly portfolioId: string; readonly botId: string; readonly name: string }[]> {
  return engine.db
    .selectFrom('bots')
    .select(['portfolioId', 'botId', 'name'])
    .where('state', '!=', 'DELETED')
    .execute();
}

/** What a bot has realised in a portfolio. */
export interface RealizedIn {
  readonly portfolioId: string;
  readonly botId: string;
  readonly realized: Cash;
}

/**
 * What each undeleted bot has realised in each portfolio that it is or was in: its ended cycles there, and what the open
 * ones have booked.
 */
export async function loadRealized(engine: Database): Promise<readonly RealizedIn[]> {
  const open = engine.db.selectFrom('cycles').select(['portfolioId', 'botId', 'result']).where('endAt', 'is', null);
  const rows = await engine.db
    .selectFrom(
      engine.db.selectFrom('botTotals').select(['portfolioId', 'botId', 'result']).unionAll(open).as('booked'),
    )
    .innerJoin('bots', 'bots.botId', 'booked.botId')
    .select(['booked.portfolioId', 'booked.botId', (build) => build.fn.sum<string>('booked.result').as('realized')])
    .where('bots.state', '!=', 'DELETED')
    .groupBy(['booked.portfolioId', 'booked.botId'])
    .execute();
  return rows.map(({ realized, ...place }) => ({ ...place, realized: cashFrom(realized) }));
}

/** What bots have realised in portfolios that they left, or were deleted from, since the last hour that was stored of them. */
export async function loadUnsampled(engine: Database): Promise<readonly RealizedIn[]> {
  const { rows } = await sql<{ portfolioId: string; botId: string; realized: string }>`
    select totals.portfolio_id, totals.bot_id, totals.result::numeric(38,8)::text as realized
      from bot_totals as totals
      left join lateral (
        select realized from bot_hours as hours
         where hours.bot_id = totals.bot_id and hours.portfolio_id = totals.portfolio_id
         order by hours.ts desc limit 1) as sampled on true
     where coalesce(sampled.realized, 0) <> totals.result
       and not exists (select from bots where bots.bot_id = totals.bot_id and bots.portfolio_id = totals.portfolio_id
                                          and bots.deleted_at is null)`.execute(engine.db);
  return rows.map(({ realized, ...place }) => ({ ...place, realized: cashFrom(realized) }));
}

/** Wallet and cap of a portfolio that the engine does not know yet; null when there is none. */
export async function loadPortfolioFunds(
  engine: Database,
  portfolioId: string,
): Promise<{ readonly wallet: Cash; readonly limit: Cash | null; readonly kind: BotKind } | null> {
  const row = await engine.db
    .selectFrom('portfolios')
    .select(['wallet', 'limitUsdt', 'kind'])
    .where('portfolioId', '=', portfolioId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    kind: row.kind,
    wallet: cashFrom(row.wallet),
    limit: row.limitUsdt === null ? null : cashFrom(row.limitUsdt),
  };
}

/** Whether the row of a portfolio is stored. Waits for a transaction that deletes it, whose end may still be on the way. */
export async function isPortfolioStored(engine: Database, portfolioId: string): Promise<boolean> {
  const row = await engine.db
    .selectFrom('portfolios')
    .select('portfolioId')
    .where('portfolioId', '=', portfolioId)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Deletes the row of a portfolio without bots, and stores the idempotency key of the request and its row of the trail. The capital
 * of one that has traded is stored as that of a deleted portfolio, unless it was an example.
 * @param request.at - market time of the deletion
 */
export async function deleteEmptyPortfolio(
  engine: Database,
  request: {
    readonly ownerId: string;
    readonly portfolioId: string;
    readonly at: Instant;
    readonly address?: string;
    readonly answer?: Omit<CommandKey, 'ownerId'>;
  },
): Promise<void> {
  const { ownerId, portfolioId, at, address = null, answer } = request;
  await engine.db.transaction().execute(async (tx) => {
    if (answer !== undefined) await rememberEffect(tx, { ownerId, ...answer });
    await sql`
      insert into deleted_portfolios (portfolio_id, owner_id, execution, wallet_start, wallet, deleted_at)
      select portfolio_id, owner_id, coalesce(execution, 'paper'), wallet_start, wallet, ${new Date(at)}
        from portfolios
       where owner_id = ${ownerId} and portfolio_id = ${portfolioId} and not is_demo
         and (exists (select from equity_spans where equity_spans.portfolio_id = portfolios.portfolio_id)
              or exists (select from bot_totals where bot_totals.portfolio_id = portfolios.portfolio_id))`.execute(tx);
    await tx.deleteFrom('portfolios').where('ownerId', '=', ownerId).where('portfolioId', '=', portfolioId).execute();
    await recordAudit(tx, { event: 'portfolio-deleted', ownerId, address, details: { portfolioId } });
  });
}
