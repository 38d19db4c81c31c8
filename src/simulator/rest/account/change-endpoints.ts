import { cashText } from '#base/decimal.ts';
import { DAY_MS } from '#base/time.ts';
import { priceText, quantityText } from '#engine/model/instrument.ts';
import type { Amendment, MarginChange } from '../../exchange/rows.ts';
import { accept, refuse } from '../../wire-error.ts';
import type { Endpoint, EndpointAnswer, EndpointCall } from '../http/endpoint.ts';
import { choice, idParam, optional, pastRows, readParams, text } from '../http/read-params.ts';
import { raw } from '../http/wire-json.ts';
import { contractOf, listedSymbol, look } from './account-call.ts';

const MARGIN_LIMIT = 500;
const MARGIN_SPAN_DAYS = 30;
const AMENDMENT_LIMIT = { usual: 50, most: 100 } as const;
/** Rows are chosen among at most this many. */
const ROWS_LOOKED_AT = 1_000_000;

/**
 * What an account has changed: the margin of its isolated positions, and its resting orders.
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/trade/rest-api
 */
export const changeEndpoints: readonly Endpoint[] = [
  query('/fapi/v1/positionMargin/history', marginHistory),
  query('/fapi/v1/orderAmendment', amendments),
];

function query(path: string, handle: Endpoint['handle']): Endpoint {
  return { method: 'GET', path, security: 'user-data', weight: 1, handle };
}

const TYPES = { '1': 'add', '2': 'reduce' } as const;

/** Changes that the account asked for, up to thirty days old; those by trades and funding are not listed. */
function marginHistory(call: EndpointCall): EndpointAnswer {
  const read = readParams(call.params, {
    symbol: listedSymbol(call),
    type: optional(choice<keyof typeof TYPES>(['1', '2'])),
    ...pastRows(MARGIN_LIMIT, MARGIN_LIMIT),
  });
  if (!read.ok) return read;
  const { symbol, type, startTime, endTime, limit } = read.value;
  const span = MARGIN_SPAN_DAYS * DAY_MS;
  const to = endTime ?? call.simulation.now();
  if (startTime !== null && startTime > to) return refuse('timeOrder');
  if (startTime !== null && to - startTime > span) return refuse('lookupSpan', String(MARGIN_SPAN_DAYS));
  const wanted = { symbol, from: startTime ?? to - span, to, fromId: null, limit: ROWS_LOOKED_AT };
  const rows = look(call, (exchange, accountId) => exchange.marginChanges(accountId, wanted));
  const found = rows.filter(({ direction }) => type === null || direction === TYPES[type]);
  return accept((startTime === null ? found.slice(-limit) : found.slice(0, limit)).map(presentMarginChange));
}

function presentMarginChange({ symbol, positionSide, direction, amount, time: at }: MarginChange): object {
  const type = direction === 'add' ? 1 : 2;
  return { symbol, type, deltaType: 'USER_ADJUST', amount: cashText(amount), asset: 'USDT', time: at, positionSide };
}

/** The changes of one order, newest first. */
function amendments(call: EndpointCall): EndpointAnswer {
  const read = readParams(call.params, {
    symbol: listedSymbol(call),
    orderId: optional(idParam),
    origClientOrderId: optional(text),
    ...pastRows(AMENDMENT_LIMIT.usual, AMENDMENT_LIMIT.most),
  });
  if (!read.ok) return read;
  const { symbol, orderId, origClientOrderId, startTime, endTime, limit } = read.value;
  if (orderId === null && origClientOrderId === null) {
    return refuse('eitherMandatory', 'orderId', 'origClientOrderId');
  }
  if (startTime !== null && endTime !== null && startTime > endTime) return refuse('timeOrder');
  const wanted = { symbol, from: startTime, to: endTime, fromId: null, limit: ROWS_LOOKED_AT };
  const rows = look(call, (exchange, accountId) => exchange.amendments(accountId, wanted));
  const found = rows.filter((row) =>
    orderId === null ? row.clientOrderId === origClientOrderId : row.orderId === orderId,
  );
  return accept(
    found
      .toReversed()
      .slice(0, limit)
      .map((row) => presentAmendment(call, row)),
  );
}

function presentAmendment({ simulation }: EndpointCall, row: Amendment): object {
  const { instrument } = contractOf(simulation, row.symbol);
  const { price, quantity } = row;
  return {
    amendmentId: row.amendmentId,
    symbol: row.symbol,
    pair: row.symbol,
    orderId: raw(row.orderId),
    clientOrderId: row.clientOrderId,
    time: row.time,
    amendment: {
      price: { before: priceText(instrument, price.before), after: priceText(instrument, price.after) },
      origQty: {
        before: quantityText(instrument, quantity.before),
        after: quantityText(instrument, quantity.after),
      },
      count: row.count,
      modifyId: raw(row.modifyId),
    },
  };
}
