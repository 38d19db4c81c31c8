import { type ArrivedRequest, type Delivery, type HttpAnswer, jsonAnswer } from '../rest/http/fault-hook.ts';
import { wireError } from '../wire-error.ts';

/**
 * Orders that queries do not know yet: in volatile markets the exchange's REST lags behind its streams, so an order that
 * was just accepted is "-2013 Order does not exist." for a while.
 */
export interface FreshOrders {
  /** How long an order stays hidden, wall milliseconds; 0 hides none. */
  setLag(ms: number): void;
  lagMs(): number;
  /** Looks whether an answer tells of new orders. */
  note(request: ArrivedRequest, answer: HttpAnswer): void;
  /** The refusal of a query for an order that is still hidden; null for every other request. */
  hidden(request: ArrivedRequest): Delivery | null;
}

const PLACES = new Set(['/fapi/v1/order', '/fapi/v1/batchOrders', '/fapi/v1/algoOrder']);
const ASKS = new Set(['/fapi/v1/order', '/fapi/v1/openOrder', '/fapi/v1/algoOrder']);
/** Names under which answers tell an order, and requests ask for it. */
const TOLD = ['orderId', 'clientOrderId', 'algoId', 'clientAlgoId'];
const ASKED = ['orderId', 'origClientOrderId', 'algoId', 'clientAlgoId'];
/** Ids in answers are numbers above 2^53: they are read as the digits they are. */
const VALUE = /"(\w+)":(?:"([^"]*)"|(\d+))/g;
const ORDERS_MAX = 10_000;

export function openFreshOrders(wallMs: () => number): FreshOrders {
  let lagMs = 0;
  const placed = new Map<string, number>();
  return {
    setLag(ms) {
      lagMs = ms;
    },
    lagMs: () => lagMs,
    note({ method, path, accountId }, { status, body }) {
      if (lagMs === 0 || method !== 'POST' || status !== 200 || !PLACES.has(path)) return;
      for (const [, name = '', text, digits] of body.matchAll(VALUE)) {
        if (TOLD.includes(name)) placed.set(`${accountId} ${text ?? digits}`, wallMs());
      }
      for (const name of placed.keys()) if (placed.size > ORDERS_MAX) placed.delete(name);
    },
    hidden({ method, path, params, accountId }) {
      if (lagMs === 0 || method !== 'GET' || !ASKS.has(path)) return null;
      const names = ASKED.map((name) => `${accountId} ${params.get(name)}`);
      const isHidden = names.some((name) => wallMs() - (placed.get(name) ?? Number.NEGATIVE_INFINITY) < lagMs);
      if (!isHidden) return null;
      const { status, code, message } = wireError('orderUnknown');
      return { kind: 'send', answer: jsonAnswer(status, JSON.stringify({ code, msg: message })) };
    },
  };
}
