import { cashFrom } from '#base/decimal.ts';
import type { Cash } from '#base/exact.ts';
import type { Database } from '../database/database.ts';

/** Names of bots that are not deleted: the engine keeps them unique within a portfolio. */
export async function loadBotNames(
  engine: Database,
): Promise<readonly { readonly portfolioId: string; readonly botId: string; readonly name: string }[]> {
  return engine.db
    .selectFrom('bots')
    .select(['portfolioId', 'botId', 'name'])
    .where('state', '!=', 'DELETED')
    .execute();
}

/** What each bot has realised, the bookings of open cycles included: the sum over all its cycles. */
export async function loadRealized(engine: Database): Promise<ReadonlyMap<string, Cash>> {
  const rows = await engine.db
    .selectFrom('cycles')
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
