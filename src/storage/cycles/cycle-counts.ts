import { sql } from 'kysely';
import { CYCLE_GROUPS, type CycleGroup, GROUP_REASONS } from '#engine/model/cycle.ts';
import type { Tx } from '../database/database.ts';
import { admitsOpen, endedNumbers, filteredCycles, type WantedCycles } from './cycle-pages.ts';
import { numberColumn } from './cycles.ts';

/** How many cycles of each group there are. */
export type CycleCounts = Readonly<Record<CycleGroup, number>>;

/** Whose, and of which period: whole UTC days from `from`, up to but without `to`. Open ones are in every period without an end. */
export interface CountedDays {
  readonly portfolioId: string;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
}

/** Counts from the roll-up of ended cycles by UTC day: they cost the same however many cycles there are. */
export async function countCycles(tx: Tx, ownerId: string, days: CountedDays): Promise<CycleCounts> {
  const { portfolioId, from, to } = days;
  let ended = tx
    .selectFrom('portfolioResults')
    .select((row) => [
      row.fn.coalesce(row.fn.sum<string>('takeProfits'), sql<string>`0`).as('takeProfits'),
      row.fn.coalesce(row.fn.sum<string>('stopLosses'), sql<string>`0`).as('stopLosses'),
      row.fn.coalesce(row.fn.sum<string>('exitSignals'), sql<string>`0`).as('exitSignals'),
      row.fn.coalesce(row.fn.sum<string>('liquidations'), sql<string>`0`).as('liquidations'),
      row.fn.coalesce(row.fn.sum<string>('ended'), sql<string>`0`).as('ended'),
    ])
    .where('ownerId', '=', ownerId)
    .where('portfolioId', '=', portfolioId)
    .where('span', '=', 'day');
  if (from !== undefined) ended = ended.where('beginAt', '>=', from);
  if (to !== undefined) ended = ended.where('beginAt', '<', to);
  const sums = await ended.executeTakeFirstOrThrow();
  const named = {
    take_profit: Number(sums.takeProfits),
    stop_loss: Number(sums.stopLosses),
    exit_signal: Number(sums.exitSignals),
    liquidation: Number(sums.liquidations),
  };
  const other = Object.values(named).reduce((left, count) => left - count, Number(sums.ended));
  return { open: to === undefined ? await countOpen(tx, ownerId, portfolioId) : 0, ...named, other };
}

async function countOpen(tx: Tx, ownerId: string, portfolioId: string): Promise<number> {
  const row = await tx
    .selectFrom('cycles')
    .select((count) => count.fn.countAll<string>().as('open'))
    .where('ownerId', '=', ownerId)
    .where('portfolioId', '=', portfolioId)
    .where('endAt', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.open);
}

/** Counts of what a search finds, by reading it. */
export async function countFoundCycles(tx: Tx, ownerId: string, filter: WantedCycles): Promise<CycleCounts> {
  const ended = await endedNumbers(tx, ownerId, filter);
  const column = `cycles.${numberColumn(filter.scope)}` as const;
  const rows = await filteredCycles(tx, ownerId, filter)
    .clearSelect()
    .select(['cycles.closeReason', (count) => count.fn.countAll<string>().as('cycles')])
    .where((row) => {
      const inPeriod = row.and([row(column, '>', ended.before), row(column, '<=', ended.last)]);
      return admitsOpen(filter) ? row.or([inPeriod, row(column, 'is', null)]) : inPeriod;
    })
    .groupBy('cycles.closeReason')
    .execute();
  const counts = { open: 0, take_profit: 0, stop_loss: 0, exit_signal: 0, liquidation: 0, other: 0 };
  for (const { closeReason, cycles } of rows) counts[groupOf(closeReason)] += Number(cycles);
  return counts;
}

function groupOf(closeReason: string | null): CycleGroup {
  if (closeReason === null) return 'open';
  const named = Object.entries(GROUP_REASONS).find(([, reasons]) => reasons.some((one) => one === closeReason));
  return CYCLE_GROUPS.find((group) => group === named?.[0]) ?? 'other';
}
