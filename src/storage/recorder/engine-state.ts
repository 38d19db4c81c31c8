import { cashFrom } from '#base/decimal.ts';
import type { Cash } from '#base/exact.ts';
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

/** What each bot has realised: its ended cycles, and what the open ones have booked. */
export async function loadRealized(engine: Database): Promise<ReadonlyMap<string, Cash>> {
  const open = engine.db.selectFrom('cycles').select(['botId', 'result']).where('endAt', 'is', null);
  const rows = await engine.db
    .selectFrom(engine.db.selectFrom('botTotals').select(['botId', 'result']).unionAll(open).as('booked'))
    .select(['botId', (build) => build.fn.sum<string>('result').as('realized')])
    .groupBy('botId')
    .execute();
  return new Map(rows.map(({ botId, realized }) => [botId, cashFrom(realized)]));
}

/** Wallet and cap of a portfolio that the engine does not know yet; null when there is none. */
export async function loadPortfolioFunds(
  engine: Database,
  portfolioId: string,
): Promise<{ readonly wallet: Cash; readonly limit: Cash | null } | null> {
  const row = await engine.db
    .selectFrom('portfolios')
    .select(['wallet', 'limitUsdt'])
    .where('portfolioId', '=', portfolioId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return { wallet: cashFrom(row.wallet), limit: row.limitUsdt === null ? null : cashFrom(row.limitUsdt) };
}

/** Deletes the row of a portfolio without bots, and stores the idempotency key of the request and its row of the trail. */
export async function deleteEmptyPortfolio(
  engine: Database,
  request: {
    readonly ownerId: string;
    readonly portfolioId: string;
    readonly address?: string;
    readonly answer?: Omit<CommandKey, 'ownerId'>;
  },
): Promise<void> {
  const { ownerId, portfolioId, address = null, answer } = request;
  await engine.db.transaction().execute(async (tx) => {
    if (answer !== undefined) await rememberEffect(tx, { ownerId, ...answer });
    await tx.deleteFrom('portfolios').where('ownerId', '=', ownerId).where('portfolioId', '=', portfolioId).execute();
    await recordAudit(tx, { event: 'portfolio-deleted', ownerId, address, details: { portfolioId } });
  });
}
