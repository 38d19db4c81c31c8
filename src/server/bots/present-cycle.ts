import { toSnake } from 'ts-case-convert';
import * as z from 'zod/mini';
import { trimDecimal } from '#base/decimal.ts';
import { closeReason, type cycle, type logEntry, type netCycle, type order, type trade } from '#contract/cycle.ts';
import { runIdOf } from '#engine/model/record.ts';
import type { CycleRow, NetCycleRow } from '#storage/cycles/cycles.ts';
import type { LogRow } from '#storage/logs.ts';
import type { OrderRow } from '#storage/orders.ts';
import type { TradeRow } from '#storage/trades.ts';
import { cashOf, maybeTimeText, percentOf, timeText } from '../http/text.ts';

/** A cycle as the API returns it; returns are null where no margin was tied up. */
export function presentCycle(row: CycleRow): z.output<typeof cycle> {
  return {
    cycleId: row.cycleId,
    atomId: row.atomId,
    botId: row.botId,
    botName: row.botName,
    portfolioId: row.portfolioId,
    strategyExecutorId: runIdOf(row.botId, row.runNo),
    openedByExecutorId: runIdOf(row.botId, row.openedRunNo),
    netCycleId: row.netCycleId,
    seq: row.seq,
    symbol: row.symbol,
    direction: row.direction,
    state: row.state,
    openedAt: timeText(row.openedAt),
    beginDate: maybeTimeText(row.beginAt),
    endDate: maybeTimeText(row.endAt),
    closeReason: row.closeReason === null ? null : z.parse(closeReason, row.closeReason),
    entryQty: trimDecimal(row.entryQty),
    quantity: trimDecimal(row.quantity),
    avgEntryPrice: row.avgEntryPrice,
    avgExitPrice: row.avgExitPrice,
    levelsFilled: row.levelsFilled,
    levelsTotal: row.levelsTotal,
    maxLevelPrice: row.maxLevelPrice,
    peakMargin: row.peakMargin,
    committedMargin: row.committedMargin,
    gross: row.gross,
    commission: row.commission,
    funding: row.funding,
    liquidationFee: row.liquidationFee,
    result: row.result,
    roiMarginPercent: percentOf(cashOf(row.result), cashOf(row.peakMargin)),
    roiCommittedPercent: percentOf(cashOf(row.result), cashOf(row.committedMargin)),
    maePercent: row.maePercent,
    mfePercent: row.mfePercent,
  };
}

/** A net cycle as the API returns it. */
export function presentNetCycle(row: NetCycleRow): z.output<typeof netCycle> {
  return {
    netCycleId: row.netCycleId,
    botId: row.botId,
    symbol: row.symbol,
    seq: row.seq,
    beginDate: timeText(row.beginAt),
    endDate: maybeTimeText(row.endAt),
    cycleIds: [...row.cycleIds],
    directions: [...row.directions],
    ordersFilled: row.ordersFilled,
    maxLevelsFilled: row.maxLevelsFilled,
    maxDeviationPercent: trimDecimal(row.maxDeviationPercent),
    maxNotional: row.maxNotional,
    peakMargin: row.peakMargin,
    durationMs: row.endAt === null ? null : row.endAt.getTime() - row.beginAt.getTime(),
    gross: row.gross,
    commission: row.commission,
    funding: row.funding,
    liquidationFee: row.liquidationFee,
    result: row.result,
    roiPercent: percentOf(cashOf(row.result), cashOf(row.peakMargin)),
  };
}

/** A fill as the API returns it; commissions are in USDT. */
export function presentTrade(row: TradeRow): z.output<typeof trade> {
  return {
    tradeId: row.tradeId,
    orderId: row.orderId,
    cycleId: row.cycleId,
    botId: row.botId,
    symbol: row.symbol,
    ts: timeText(row.ts),
    side: row.side,
    role: row.role,
    level: row.level,
    price: row.price,
    qty: row.qty,
    quoteQty: row.quoteQty,
    commission: row.commission,
    commissionAsset: 'USDT', // A paper fill always pays in the quote currency.
    commissionUsdt: row.commission,
    isMaker: row.isMaker,
    exchangeRealizedPnl: row.gross,
  };
}

/** An order as the API returns it, in the exchange's terms. */
export function presentOrder(row: OrderRow): z.output<typeof order> {
  return {
    orderId: row.orderId,
    cycleId: row.cycleId,
    atomId: row.atomId,
    botId: row.botId,
    symbol: row.symbol,
    direction: row.direction,
    role: row.role,
    level: row.level,
    type: row.type,
    side: row.side,
    positionSide: row.direction === 'buy' ? 'LONG' : 'SHORT',
    price: row.price,
    triggerPrice: row.triggerPrice,
    qty: row.qty,
    filledQty: row.filledQty,
    avgPrice: row.avgPrice,
    reduceOnly: (row.direction === 'buy') === (row.side === 'SELL'),
    closePosition: row.qty === null,
    state: row.state,
    decisionPrice: row.decisionPrice,
    sentAt: timeText(row.sentAt),
    doneAt: maybeTimeText(row.doneAt),
  };
}

/** A log line as the API returns it; figures become a list, because their names are data. */
export function presentLog(row: LogRow): z.output<typeof logEntry> {
  return {
    logId: row.logId,
    ts: timeText(row.ts),
    level: row.level,
    code: row.code,
    detail: row.detail,
    figures: Object.entries(row.figures).map(([name, value]) => ({ name: toSnake(name), value: String(value) })),
    botId: row.botId,
    botName: row.botName,
    portfolioId: row.portfolioId,
    symbol: row.symbol,
    direction: row.direction,
    cycleId: row.cycleId,
    orderId: row.orderId,
  };
}
