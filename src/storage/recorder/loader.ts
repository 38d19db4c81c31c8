import { sql } from 'kysely';
import { cashFrom } from '#base/decimal.ts';
import { type Instant, instantOf } from '#base/time.ts';
import { kindsTrading } from '#engine/bots/registry.ts';
import type { AccountSnapshot, BotSnapshot } from '#engine/model/account.ts';
import type { BotKind } from '#engine/model/bot.ts';
import type { Database, Tx } from '../database/database.ts';

/** A stored account, ready to continue. */
export interface LoadedAccount {
  readonly ownerId: string;
  readonly portfolioId: string;
  readonly name: string;
  readonly kind: BotKind;
  readonly snapshot: AccountSnapshot;
  /** Number of its next trade. */
  readonly tradeSeq: number;
}

/** Every paper account with its bots in order of creation, from one snapshot of the database. */
export function loadAccounts(engine: Database): Promise<readonly LoadedAccount[]> {
  return loadPortfoliosTrading(engine, 'paper');
}

/** The same of portfolios that trade on an exchange account. */
export function loadLivePortfolios(engine: Database): Promise<readonly LoadedAccount[]> {
  return loadPortfoliosTrading(engine, 'live');
}

function loadPortfoliosTrading(engine: Database, execution: 'paper' | 'live'): Promise<readonly LoadedAccount[]> {
  const kinds = kindsTrading(execution);
  return engine.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const botsOf = await loadBots(tx, kinds);
      const portfolios = await loadPortfolios(tx, kinds);
      return portfolios.map(({ wallet, limitUsdt, minuteAt, nextSeq, ...names }) => ({
        ...names,
        snapshot: {
          wallet: cashFrom(wallet),
          limit: limitUsdt === null ? null : cashFrom(limitUsdt),
          minute: minuteAt === null ? null : instantOf(minuteAt.getTime()),
          bots: botsOf.get(names.portfolioId) ?? [],
        },
        tradeSeq: Number(nextSeq),
      }));
    });
}

function loadPortfolios(tx: Tx, kinds: readonly BotKind[]) {
  return tx
    .selectFrom('portfolios')
    .select(['ownerId', 'portfolioId', 'name', 'kind', 'wallet', 'limitUsdt', 'minuteAt'])
    .select(
      sql<string>`coalesce((select max(seq) from trades where trades.portfolio_id = portfolios.portfolio_id), 0) + 1`.as(
        'nextSeq',
      ),
    )
    .where('kind', 'in', kinds)
    .orderBy('createdAt')
    .orderBy('portfolioId')
    .execute();
}

async function loadBots(tx: Tx, kinds: readonly BotKind[]): Promise<ReadonlyMap<string, readonly BotSnapshot[]>> {
  const rows = await tx
    .selectFrom('bots')
    .select(['portfolioId', 'snapshot'])
    .where('deletedAt', 'is', null)
    .where('kind', 'in', kinds)
    .orderBy('createdSeq')
    .execute();
  const byPortfolio = Map.groupBy(rows, (row) => row.portfolioId);
  return new Map([...byPortfolio].map(([portfolioId, bots]) => [portfolioId, bots.map((row) => row.snapshot)]));
}

/** Open of the market's last closed minute as stored; null before the first. */
export async function loadClock(engine: Database): Promise<Instant | null> {
  const row = await engine.db.selectFrom('marketClock').select('minuteAt').executeTakeFirst();
  return row === undefined ? null : instantOf(row.minuteAt.getTime());
}
