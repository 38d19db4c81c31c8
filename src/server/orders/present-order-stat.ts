import * as z from 'zod/mini';
import { formatDecimal } from '#base/decimal.ts';
import type { Instant } from '#base/time.ts';
import { type orderFigures, orderRole, type orderStat } from '#contract/orders/order-stat.ts';
import type { Tx } from '#storage/database/database.ts';
import { namedBots, type OrderStats, type OrderSums, type StatGroup } from '#storage/order-stats/order-stats.ts';
import { maybeTimeText, timeText } from '../http/text.ts';
import { endOfDay } from './stat-days.ts';

type Figures = z.output<typeof orderFigures>;

/** What was read of a period. */
interface ReadStat {
  readonly days: readonly string[];
  readonly now: Instant;
  readonly stats: OrderStats;
  readonly saved: ReadonlyMap<string, Date>;
}

/** The statistics of a period as the API returns them. */
export async function presentOrderStat(
  tx: Tx,
  ownerId: string,
  { days, now, stats, saved }: ReadStat,
): Promise<z.output<typeof orderStat>> {
  const byBot = new Map(groupsOf(stats, 'bot'));
  const bots = await namedBots(tx, ownerId, [...byBot.keys()]);
  const byDay = new Map(groupsOf(stats, 'day'));
  return {
    dateFrom: days.at(0) ?? '',
    dateTo: days.at(-1) ?? '',
    asOf: timeText(now),
    total: presentTotal(stats),
    days: days.map((day) => ({
      ...(byDay.get(day) ?? NOTHING),
      day,
      isOver: endOfDay(day) <= now,
      savedAt: maybeTimeText(saved.get(day) ?? null),
    })),
    bots: bots.map((bot) => ({ ...(byBot.get(bot.botId) ?? NOTHING), ...bot })),
    symbols: groupsOf(stats, 'symbol').map(([symbol, figures]) => ({ ...figures, symbol })),
    roles: groupsOf(stats, 'role').map(([role, figures]) => ({ ...figures, role: z.parse(orderRole, role) })),
    slippage: [...stats.slippage],
    unsent: [...stats.unsent],
    closed: [...stats.closed],
  };
}

/** The figures of everything together. */
export function presentTotal(stats: OrderStats): Figures {
  return groupsOf(stats, 'total')[0]?.[1] ?? NOTHING;
}

/** The figures of each group of a grouping, in the order of their keys. */
function groupsOf(stats: OrderStats, grouping: StatGroup): (readonly [string, Figures])[] {
  const percentiles = new Map(
    stats.percentiles
      .filter((each) => each.grouping === grouping)
      .map((each) => [`${each.figure} ${each.key}`, each] as const),
  );
  return stats.sums
    .filter((each) => each.grouping === grouping)
    .map((sums) => {
      const slippage = percentiles.get(`slippage ${sums.key}`);
      const rest = percentiles.get(`rest ${sums.key}`);
      return [
        sums.key,
        {
          ...sums,
          heldMs: Number(sums.heldMs),
          unprotectedMs: Number(sums.unprotectedMs),
          slippageP50Bps: slippage === undefined ? null : bpsText(slippage.p50),
          slippageP95Bps: slippage === undefined ? null : bpsText(slippage.p95),
          restP50S: rest === undefined ? null : Number(rest.p50),
          restP95S: rest === undefined ? null : Number(rest.p95),
        },
      ] as const;
    });
}

/** @param hundredths - of a basis point */
function bpsText(hundredths: string): string {
  return formatDecimal(Number(hundredths), 2);
}

const NO_SUMS: OrderSums = {
  sent: 0,
  filled: 0,
  canceled: 0,
  expired: 0,
  rejected: 0,
  partFilled: 0,
  replaced: 0,
  stopLosses: 0,
  takeProfits: 0,
  cyclesOpened: 0,
  cyclesClosed: 0,
  levelMax: 0,
  fills: 0,
  buyNotional: '0.00000000',
  sellNotional: '0.00000000',
  makerNotional: '0.00000000',
  commission: '0.00000000',
  gross: '0.00000000',
  funding: '0.00000000',
  liquidationFee: '0.00000000',
  net: '0.00000000',
  entryReference: '0.00000000',
  entrySlippage: '0.00000000',
  exitReference: '0.00000000',
  exitSlippage: '0.00000000',
  heldMs: '0',
  unprotectedMs: '0',
  fillPercent: null,
  makerPercent: null,
  feeBps: null,
  ordersPerFill: null,
  entryBps: null,
  exitBps: null,
  slippageBps: null,
};

/** The figures of a day on which nothing happened. */
const NOTHING: Figures = {
  ...NO_SUMS,
  heldMs: 0,
  unprotectedMs: 0,
  slippageP50Bps: null,
  slippageP95Bps: null,
  restP50S: null,
  restP95S: null,
};
