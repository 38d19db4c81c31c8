import { assert } from '#base/assert.ts';
import { cashText, formatDecimal } from '#base/decimal.ts';
import { add, type Cash, larger, multiplyDivide, subtract, type Ticks, ticks } from '#base/exact.ts';
import type { Instant } from '#base/time.ts';
import type { Cycle } from '#engine/model/cycle.ts';
import {
  averagePrice,
  countedIn,
  type Instrument,
  priceText,
  quantityText,
  type SymbolGrids,
} from '#engine/model/instrument.ts';
import {
  atomIdOf,
  type CycleRecord,
  cycleIdOf,
  type LedgerRecord,
  type NetCycleRecord,
  type NoteRecord,
  netCycleIdOf,
  type OrderRecord,
  orderIdOf,
  type TradeRecord,
} from '#engine/model/record.ts';
import { noteSentence } from '#engine/report/note-sentence.ts';
import type { NewRow } from '../database/rows/insert-rows.ts';
import type { AccountBatch } from './account-batch.ts';

/** Whose records, and what their prices and quantities are counted in. */
export interface RecordOwner extends Pick<AccountBatch, 'ownerId' | 'portfolioId'> {
  readonly instruments: ReadonlyMap<string, Instrument>;
}

const PERCENT = 100_000_000; // A ratio in percent with six decimals.

export function tradeRow(owner: RecordOwner, record: TradeRecord, seq: number): NewRow<'trades'> {
  const instrument = instrumentOf(owner, record.symbol);
  const orderId = orderIdOf(record, record.cycleSeq, record.order);
  return {
    ...addressOf(owner, record),
    tradeId: `${orderId}-${record.fill}`,
    cycleId: cycleIdOf(record, record.cycleSeq),
    orderId,
    seq: String(seq),
    ts: new Date(record.at),
    symbol: record.symbol,
    direction: record.direction,
    side: record.side,
    role: record.role,
    level: record.level,
    price: priceText(instrument, record.price),
    qty: quantityText(instrument, record.quantity),
    quoteQty: cashText(record.value),
    commission: cashText(record.commission),
    isMaker: record.isMaker,
    gross: cashText(record.gross),
  };
}

export function orderRow(owner: RecordOwner, record: OrderRecord): NewRow<'orders'> {
  const instrument = instrumentOf(owner, record.symbol, record.grids);
  const { order } = record;
  const price = (value: Ticks | null): string | null => (value === null ? null : priceText(instrument, value));
  return {
    ...addressOf(owner, record),
    orderId: orderIdOf(record, record.cycleSeq, order.number),
    atomId: atomIdOf(record),
    cycleId: cycleIdOf(record, record.cycleSeq),
    number: order.number,
    symbol: record.symbol,
    direction: record.direction,
    role: order.role,
    level: order.level,
    type: order.type,
    side: order.side,
    price: price(order.price),
    triggerPrice: price(order.triggerPrice),
    qty: order.quantity === null ? null : quantityText(instrument, order.quantity),
    filledQty: quantityText(instrument, order.filled),
    avgPrice: order.filled === 0 ? null : cashText(averagePrice(instrument, order.filledCost, order.filled)),
    decisionPrice: price(order.decisionPrice),
    state: record.state,
    sentAt: new Date(order.placedAt),
    doneAt: maybeDate(record.doneAt),
  };
}

export function cycleRow(owner: RecordOwner, record: CycleRecord): NewRow<'cycles'> {
  const { cycle } = record;
  const instrument = instrumentOf(owner, record.symbol, record.grids);
  const { entryQuantity, entryCost, exitQuantity, exitValue } = cycle;
  return {
    ...addressOf(owner, record),
    cycleId: cycleIdOf(record, cycle.seq),
    atomId: atomIdOf(record),
    netCycleId: record.netCycleSeq === null ? null : netCycleIdOf(record.botId, record.symbol, record.netCycleSeq),
    openedRunNo: record.openedRunNo,
    runNo: record.runNo,
    seq: cycle.seq,
    symbol: record.symbol,
    direction: record.direction,
    state: cycle.state,
    closeReason: cycle.closeReason,
    paramsVersion: cycle.paramsVersion,
    openedAt: new Date(cycle.openedAt),
    beginAt: maybeDate(cycle.beginAt),
    endAt: maybeDate(cycle.endAt),
    entryQty: quantityText(instrument, entryQuantity),
    quantity: quantityText(instrument, cycle.position.quantity),
    avgEntryPrice: entryQuantity === 0 ? null : cashText(averagePrice(instrument, entryCost, entryQuantity)),
    avgExitPrice: exitQuantity === 0 ? null : cashText(averagePrice(instrument, exitValue, exitQuantity)),
    levelsFilled: cycle.levelsFilled,
    levelsTotal: record.levelsTotal,
    maxLevelPrice: cycle.deepestPrice === null ? null : priceText(instrument, cycle.deepestPrice),
    peakMargin: cashText(cycle.peakMargin),
    committedMargin: cashText(cycle.committedMargin),
    ...resultTexts(cycle),
    ...excursions(cycle, record.direction),
  };
}

export function netCycleRow(owner: RecordOwner, record: NetCycleRecord): NewRow<'netCycles'> {
  const { botId, symbol, netCycle } = record;
  return {
    ...addressOf(owner, record),
    netCycleId: netCycleIdOf(botId, symbol, netCycle.seq),
    symbol,
    seq: netCycle.seq,
    beginAt: new Date(netCycle.beginAt),
    endAt: maybeDate(netCycle.endAt),
    cycleIds: netCycle.cycles.map(({ direction, seq }) => cycleIdOf({ botId, symbol, direction }, seq)),
    directions: netCycle.directions,
    ordersFilled: netCycle.ordersFilled,
    maxLevelsFilled: netCycle.levelsFilledMax,
    maxDeviationPercent: formatDecimal(netCycle.deviationMax, 6),
    maxNotional: cashText(netCycle.notionalMax),
    peakMargin: cashText(netCycle.peakMargin),
    ...resultTexts(netCycle),
  };
}

export function ledgerRows(owner: RecordOwner, record: LedgerRecord): readonly NewRow<'ledger'>[] {
  const { ownerId, portfolioId } = owner;
  return record.postings.map(({ account, amount }) => ({
    sourceId: record.sourceId,
    account,
    ownerId,
    portfolioId,
    ts: new Date(record.at),
    amount: cashText(amount),
  }));
}

/** @param batchLine - identifies the note among everything ever stored */
export function logRow(owner: RecordOwner, note: NoteRecord, batchLine: string): NewRow<'logs'> {
  const { symbol, direction, cycleSeq, order } = note;
  const key = symbol === null || direction === null ? null : { botId: note.botId, symbol, direction };
  return {
    ...addressOf(owner, note),
    batchLine,
    ts: new Date(note.at),
    level: note.level,
    code: note.code,
    detail: noteSentence(note),
    figures: note.figures,
    symbol,
    direction,
    cycleId: key === null || cycleSeq === null ? null : cycleIdOf(key, cycleSeq),
    orderId: key === null || cycleSeq === null || order === null ? null : orderIdOf(key, cycleSeq, order),
  };
}

function addressOf({ ownerId, portfolioId }: RecordOwner, { botId }: { readonly botId: string }) {
  return { ownerId, portfolioId, botId };
}

function instrumentOf({ instruments }: RecordOwner, symbol: string, grids?: readonly SymbolGrids[]): Instrument {
  const instrument = instruments.get(symbol);
  assert(instrument !== undefined, `${symbol} is a known instrument`);
  return countedIn(instrument, grids);
}

function maybeDate(instant: Instant | null): Date | null {
  return instant === null ? null : new Date(instant);
}

interface Sums {
  readonly gross: Cash;
  readonly commission: Cash;
  readonly funding: Cash;
  readonly liquidationFee: Cash;
}

function resultTexts({ gross, commission, funding, liquidationFee }: Sums) {
  return {
    gross: cashText(gross),
    commission: cashText(commission),
    funding: cashText(funding),
    liquidationFee: cashText(liquidationFee),
    result: cashText(subtract(subtract(add(gross, funding), commission), liquidationFee)),
  };
}

/** How far the price went against and for the cycle, as percent of its base price; never below zero. */
function excursions({ basePrice, lowSeen, highSeen }: Cycle, direction: 'buy' | 'sell') {
  if (basePrice === null || lowSeen === null || highSeen === null) return { maePercent: null, mfePercent: null };
  const percent = (distance: Ticks): string =>
    formatDecimal(multiplyDivide(larger(distance, ticks(0)), PERCENT, basePrice, 'half-up'), 6);
  const down = percent(subtract(basePrice, lowSeen));
  const up = percent(subtract(highSeen, basePrice));
  return direction === 'buy' ? { maePercent: down, mfePercent: up } : { maePercent: up, mfePercent: down };
}
