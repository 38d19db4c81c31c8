import { sql } from 'kysely';
import { cashFrom } from '#base/decimal.ts';
import type { Cash } from '#base/exact.ts';
import { type Instant, instantOf } from '#base/time.ts';
import type { Tx } from '../database/database.ts';

/** How what was paid into a portfolio changed within a market hour. */
export interface HourOfTransfers {
  /** The full hour before them. */
  readonly at: Instant;
  /** Everything booked on the transfer account: also positions that came or left at their mark, which moves no equity. */
  readonly amount: Cash;
  /** The part that changed equity: deposits less withdrawals. */
  readonly deposited: Cash;
  /** When the last of these was booked; null without one. */
  readonly depositedAt: Instant | null;
}

/** Hours with transfers by portfolio, oldest first; portfolios without any are missing. */
export async function transfersByHour(
  tx: Tx,
  ownerId: string,
  portfolioIds: readonly string[],
): Promise<ReadonlyMap<string, readonly HourOfTransfers[]>> {
  if (portfolioIds.length === 0) return new Map();
  const { rows } = await sql<TransferRow>`
    select portfolio_id, date_trunc('hour', ts) as at, (-sum(amount))::numeric(38,8)::text as amount,
           coalesce(-sum(amount) filter (where ${IS_DEPOSIT}), 0)::numeric(38,8)::text as deposited,
           max(ts) filter (where ${IS_DEPOSIT}) as deposited_at
      from ledger
     where account = 'transfer' and owner_id = ${ownerId} and portfolio_id in (${sql.join(portfolioIds)})
     group by portfolio_id, at order by at`.execute(tx);
  const hours = rows.map(({ portfolioId, at, amount, deposited, depositedAt }) => ({
    portfolioId,
    hour: {
      ...{ at: instantOf(at.getTime()), amount: cashFrom(amount), deposited: cashFrom(deposited) },
      depositedAt: depositedAt === null ? null : instantOf(depositedAt.getTime()),
    },
  }));
  const byPortfolio = Map.groupBy(hours, ({ portfolioId }) => portfolioId);
  return new Map([...byPortfolio].map(([id, own]) => [id, own.map(({ hour }) => hour)]));
}

interface TransferRow {
  readonly portfolioId: string;
  readonly at: Date;
  readonly amount: string;
  readonly deposited: string;
  readonly depositedAt: Date | null;
}

/** Set by a user; the others are booked with a cycle. */
const IS_DEPOSIT = sql`starts_with(source_id, portfolio_id || '-transfer-')`;
