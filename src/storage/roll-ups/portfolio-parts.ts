import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';
import { cutMonths, type Period } from '../period.ts';
import type { TalliedSums } from './results.ts';

/** What the results of a portfolio are divided by. */
export type ResultPart = 'symbol' | 'side' | 'reason' | 'version' | 'steps';

/** Sums over the ended cycles that share a value; `slippage` is in the gross result, positive where it cost. */
export interface PartSums extends TalliedSums {
  readonly part: ResultPart;
  /**
   * A symbol, `buy` or `sell`, a reason, `<strategy id>:<version>`, without an id for a bot without a strategy, or
   * `<filled>/<all>` steps.
   */
  readonly value: string;
  readonly slippage: string;
}

/**
 * Results of a portfolio by each of the parts, the most cycles first.
 * @param period - whole UTC days
 */
export async function sumParts(
  tx: Tx,
  ownerId: string,
  { portfolioId, period }: { readonly portfolioId: string; readonly period: Period },
): Promise<readonly PartSums[]> {
  const { whole, rest } = cutMonths(period);
  const isWithin = ({ from, to }: Period) => sql`begin_at >= ${new Date(from)} and begin_at < ${new Date(to)}`;
  const spans = [
    sql`(span = 'month' and ${isWithin(whole)})`,
    ...rest.map((each) => sql`(span = 'day' and ${isWithin(each)})`),
  ];
  const { rows } = await sql<PartSums>`
    select part, value, sum(cycles)::integer as cycles, sum(wins)::integer as wins, sum(losses)::integer as losses,
           sum(gross)::numeric(38,8)::text as gross, sum(slippage)::numeric(38,8)::text as slippage,
           sum(commission)::numeric(38,8)::text as commission, sum(funding)::numeric(38,8)::text as funding,
           sum(liquidation_fee)::numeric(38,8)::text as liquidation_fee, sum(result)::numeric(38,8)::text as result,
           sum(won)::numeric(38,8)::text as won, sum(lost)::numeric(38,8)::text as lost
      from portfolio_parts
     where owner_id = ${ownerId} and portfolio_id = ${portfolioId} and (${sql.join(spans, sql` or `)})
     group by part, value order by part, sum(cycles) desc, value`.execute(tx);
  return rows;
}

/** Names of the owner's strategies by id; deleted ones are missing. */
export async function strategyNames(
  tx: Tx,
  ownerId: string,
  strategyIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (strategyIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('strategies')
    .select(['strategyId', 'name'])
    .where('ownerId', '=', ownerId)
    .where('strategyId', 'in', strategyIds)
    .execute();
  return new Map(rows.map(({ strategyId, name }) => [strategyId, name]));
}
