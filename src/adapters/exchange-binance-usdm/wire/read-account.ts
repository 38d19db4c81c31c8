import * as z from 'zod/mini';
import { type Cash, steps } from '#base/exact.ts';
import { instantOf } from '#base/time.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import type {
  ConditionalState,
  EntryBlock,
  Rows,
  Unresolved,
  VenueConditional,
  VenueFill,
  VenueOrder,
  VenueOrderState,
  VenuePosition,
} from '#ports/venue.ts';
import { answerError, ExchangeError } from '../transport/exchange-error.ts';
import { readCash, readPrice, readQuantity } from './read-decimal.ts';
import { readShape } from './read-shape.ts';
import {
  namedRow,
  type WireAlgoOrder,
  type WireOrder,
  type WirePosition,
  type WireTrade,
  wireAlgoOrder,
  wireOrder,
  wirePosition,
  wireTrade,
} from './wire-account.ts';

/** The instrument of a symbol, if it is known. */
export type InstrumentOf = (symbol: string) => Instrument | undefined;

/**
 * Reads a list of rows. A row that cannot be read, of an unknown symbol or off its grid is kept as received; it may be a
 * position or an order, so it is never left out.
 * @throws ExchangeError `answer` when it is not a list
 */
export function readRows<Schema extends z.ZodMiniType, T>(
  { schema, what, value }: { schema: Schema; what: string; value: unknown },
  instrumentOf: InstrumentOf,
  read: (row: z.output<Schema>, instrument: Instrument) => T,
): Rows<T> {
  const rows: T[] = [];
  const unresolved: Unresolved[] = [];
  for (const raw of readShape(z.array(z.unknown()), value, what)) {
    const named = namedRow.safeParse(raw);
    const symbol = named.success ? named.data.symbol : '';
    const known = readRow(() => {
      const row = readShape(schema, raw, what);
      return resolved(instrumentOf(symbol), (instrument) => read(row, instrument));
    });
    if (known === null) unresolved.push({ symbol, raw: JSON.stringify(raw) });
    else rows.push(known);
  }
  return unresolved.length === 0 ? { kind: 'all', rows } : { kind: 'some', readable: rows, unresolved };
}

/** Null for a row that cannot be read. */
function readRow<T>(read: () => T | null): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof ExchangeError) return null;
    throw error;
  }
}

/** The result of a reader; null when the symbol or grid is unknown. @throws ExchangeError `answer` */
export function resolved<T>(instrument: Instrument | undefined, read: (instrument: Instrument) => T): T | null {
  if (instrument === undefined) return null;
  try {
    return read(instrument);
  } catch (error) {
    if (error instanceof ExchangeError && error.kind === 'off-grid') return null;
    throw error;
  }
}

/** All open orders of the account, whoever placed them. @throws ExchangeError `answer` */
export function readOrders(value: unknown, instrumentOf: InstrumentOf): Rows<VenueOrder> {
  return readRows({ schema: wireOrder, what: 'orders', value }, instrumentOf, venueOrder);
}

/** All open conditional orders of the account, whoever placed them. @throws ExchangeError `answer` */
export function readAlgos(value: unknown, instrumentOf: InstrumentOf): Rows<VenueConditional> {
  return readRows({ schema: wireAlgoOrder, what: 'conditional orders', value }, instrumentOf, conditionalOf);
}

/** Positions that are not flat. @throws ExchangeError `answer` */
export function readPositions(value: unknown, instrumentOf: InstrumentOf): Rows<VenuePosition> {
  const read = readRows({ schema: wirePosition, what: 'positions', value }, instrumentOf, positionOf);
  const held = (rows: readonly VenuePosition[]) => rows.filter((row) => row.quantity !== 0);
  return read.kind === 'all' ? { ...read, rows: held(read.rows) } : { ...read, readable: held(read.readable) };
}

/** Where unreadable rows forbid entries: on their symbols, or everywhere when a row has none. */
export function blockedBy(answers: readonly Rows<unknown>[]): EntryBlock {
  const symbols = answers.flatMap((rows) => (rows.kind === 'all' ? [] : rows.unresolved.map(({ symbol }) => symbol)));
  return symbols.includes('') ? { kind: 'account' } : { kind: 'symbols', symbols: new Set(symbols) };
}

/** The rows that could be read, whatever else there is. */
export function readableOf<T>(rows: Rows<T>): readonly T[] {
  return rows.kind === 'all' ? rows.rows : rows.readable;
}

/** Trades of one symbol. */
export function readTrades(value: unknown, instrument: Instrument, account: string): readonly VenueFill[] {
  const read = readRows(
    { schema: wireTrade, what: 'trades', value },
    () => instrument,
    (row) => fillOf(row, instrument, account),
  );
  if (read.kind === 'some') throw answerError(`trades of ${instrument.symbol} that cannot be read`);
  return read.rows;
}

/** An order on its instrument's grid. @throws ExchangeError `answer` or `off-grid` */
export function venueOrder(row: WireOrder, instrument: Instrument): VenueOrder {
  return {
    symbol: row.symbol,
    clientId: row.clientOrderId,
    orderId: row.orderId,
    side: row.side,
    positionSide: row.positionSide,
    type: row.type,
    state: orderState(row.status),
    price: Number(row.price) === 0 ? null : readPrice(instrument, row.price),
    quantity: readQuantity(instrument, row.origQty),
    executed: readQuantity(instrument, row.executedQty),
    updatedAt: instantOf(row.updateTime),
  };
}

/** A conditional order on its instrument's grid. @throws ExchangeError `answer` or `off-grid` */
export function conditionalOf(row: WireAlgoOrder, instrument: Instrument): VenueConditional {
  return {
    symbol: row.symbol,
    clientId: row.clientAlgoId,
    algoId: row.algoId,
    side: row.side,
    positionSide: row.positionSide,
    type: row.orderType ?? row.type ?? '',
    state: conditionalState(row.algoStatus),
    triggerPrice: Number(row.triggerPrice) === 0 ? null : readPrice(instrument, row.triggerPrice),
    quantity: conditionalQuantity(instrument, row.quantity, row.closePosition ?? false),
    orderId: row.actualOrderId || null, // Empty until it triggers.
    rejectReason: '',
    updatedAt: instantOf(row.updateTime),
  };
}

/** Null when it closes the position. */
export function conditionalQuantity(
  instrument: Instrument,
  text: string | null | undefined,
  isClosing: boolean,
): VenueConditional['quantity'] {
  return isClosing || text === null || text === undefined || text === '' ? null : readQuantity(instrument, text);
}

function fillOf(row: WireTrade, instrument: Instrument, account: string): VenueFill {
  return {
    account,
    symbol: row.symbol,
    tradeId: row.id,
    orderId: row.orderId,
    clientId: null,
    side: row.side,
    positionSide: row.positionSide,
    price: readPrice(instrument, row.price),
    quantity: readQuantity(instrument, row.qty),
    realized: readCash(row.realizedPnl),
    commission: readCash(row.commission),
    commissionAsset: row.commissionAsset,
    isMaker: row.maker,
    at: instantOf(row.time),
  };
}

function positionOf(row: WirePosition, instrument: Instrument): VenuePosition {
  return {
    symbol: row.symbol,
    positionSide: row.positionSide,
    quantity: signedQuantity(instrument, row.positionAmt),
    entryPrice: readCash(row.entryPrice),
    updatedAt: instantOf(row.updateTime),
  };
}

/** A position's quantity, negative for a short. */
export function signedQuantity(instrument: Instrument, text: string): VenuePosition['quantity'] {
  const isShort = text.startsWith('-');
  const quantity = readQuantity(instrument, isShort ? text.slice(1) : text);
  return isShort ? steps(-quantity) : quantity;
}

/** An amount of a stream message, zero when omitted. */
export function cashOr(text: string | null | undefined): Cash {
  return readCash(text ?? '0');
}

/** https://developers.binance.com/docs/derivatives/usds-margined-futures/common-definition: order status */
export function orderState(status: string): VenueOrderState {
  switch (status) {
    case 'NEW':
    case 'NEW_INSURANCE': // Orders by which the exchange itself takes a position over.
    case 'NEW_ADL':
      return 'NEW';
    case 'PARTIALLY_FILLED':
    case 'FILLED':
    case 'CANCELED':
    case 'REJECTED':
    case 'EXPIRED':
      return status;
    case 'EXPIRED_IN_MATCH':
      return 'EXPIRED';
    default:
      throw answerError('an order in a state that is not known');
  }
}

/** https://developers.binance.com/docs/derivatives/usds-margined-futures/trade/rest-api/Query-Algo-Order: algoStatus */
export function conditionalState(status: string): ConditionalState {
  switch (status) {
    case 'NEW':
      return 'WAITING';
    case 'TRIGGERING':
    case 'TRIGGERED':
      return 'TRIGGERED';
    case 'FINISHED':
    case 'CANCELED':
    case 'REJECTED':
    case 'EXPIRED':
      return status;
    default:
      throw answerError('a conditional order in a state that is not known');
  }
}
