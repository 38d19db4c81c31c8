import { sql } from 'kysely';
import type { BotKind } from '#engine/model/bot.ts';
import type { BotParams } from '#engine/model/bot-params.ts';
import type { Tx } from '../database/database.ts';

/** An ended cycle with the parameters that it ran with; money as exact decimal text. */
export interface PastCycleRow {
  readonly atomId: string;
  readonly kind: BotKind;
  readonly symbol: string;
  readonly direction: 'buy' | 'sell';
  readonly openedAt: Date;
  readonly closeReason: string | null;
  readonly entryQty: string;
  readonly result: string;
  readonly params: BotParams;
  /** The exits of its bot now, percent text; null is off. */
  readonly stopLossPercent: string | null;
  readonly takeProfitPercent: string | null;
}

interface WantedPast {
  readonly portfolioId: string;
  /** When they ended. */
  readonly from: Date;
  readonly to: Date;
  /** Those that were opened before are left out. */
  readonly openedFrom: Date;
  readonly limit: number;
}

/**
 * The last ended cycles of a portfolio that had a fill, the newest first. The parameters are those of the cycle's version, and
 * where that is gone, of the run in which it was opened.
 */
export async function listPastCycles(tx: Tx, ownerId: string, wanted: WantedPast): Promise<readonly PastCycleRow[]> {
  const { rows } = await sql<PastCycleRow>`
    select cycles.atom_id, bots.kind, cycles.symbol, cycles.direction, cycles.opened_at, cycles.close_reason,
           cycles.entry_qty::text as entry_qty, cycles.result::numeric(38,8)::text as result,
           case when runs.strategy_version is not distinct from cycles.params_version then runs.params
                else coalesce(versions.params, runs.params) end as params,
           bots.snapshot->'bot'->>'stopLossPercent' as stop_loss_percent,
           bots.snapshot->'bot'->>'takeProfitPercent' as take_profit_percent
      from cycles
      join bots on bots.bot_id = cycles.bot_id and bots.owner_id = ${ownerId}
      join runs on runs.bot_id = cycles.bot_id and runs.run_no = cycles.opened_run_no and runs.owner_id = ${ownerId}
      left join strategy_versions as versions
        on versions.strategy_id = bots.strategy_id and versions.version = cycles.params_version and versions.owner_id = ${ownerId}
     where ${endedIn(ownerId, wanted)} and cycles.opened_at >= ${wanted.openedFrom}
     order by cycles.portfolio_no desc limit ${wanted.limit}`.execute(tx);
  return rows;
}

/** How many cycles of a portfolio ended within a time, having had a fill. */
export async function countPastCycles(
  tx: Tx,
  ownerId: string,
  wanted: Omit<WantedPast, 'openedFrom' | 'limit'>,
): Promise<number> {
  const { rows } = await sql<{ cycles: number }>`
    select count(*)::integer as cycles from cycles where ${endedIn(ownerId, wanted)}`.execute(tx);
  return rows[0]?.cycles ?? 0;
}

function endedIn(ownerId: string, { portfolioId, from, to }: Pick<WantedPast, 'portfolioId' | 'from' | 'to'>) {
  return sql`cycles.owner_id = ${ownerId} and cycles.portfolio_id = ${portfolioId} and cycles.end_at >= ${from}
             and cycles.end_at < ${to} and cycles.state <> 'CANCELED'`;
}
