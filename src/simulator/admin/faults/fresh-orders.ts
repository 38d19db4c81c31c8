import { type ArrivedRequest, type Delivery, type HttpAnswer, jsonAnswer } from '../../rest/http/fault-hook.ts';
import { wireError } from '../../wire-error.ts';

/**
 * Orders that queries cannot find yet. In volatile markets the exchange's REST API lags behind its streams, so for a
 * while it answers "-2013 Order does not exist." about an order it has just accepted.
 */
export interface FreshOrders {
  /** How long an order stays hidden, milliseconds; 0 hides none. */
  setLag(ms: number): void;
  lagMs(): number;
  /** Remembers the new orders that an answer reports. */
  note(request: ArrivedRequest, answer: HttpAnswer): void;
  /** The refusal of a query for an order that is still hidden; null for every other request. */
  hidden(request: ArrivedRequest): Delivery | null;
}

const PLACES = new Set(['/fapi/v1/order', '/fapi/v1/batchOrders', '/fapi/v1/algoOrder']);
const ASKS = new Set(['/fapi/v1/order', '/fapi/v1/openOrder', '/fapi/v1/algoOrder']);
/** Fields that identify an order in answers and in requests. */
const TOLD = ['orderId', 'clientOrderId', 'algoId', 'clientAlgoId'];
const ASKED = ['orderId', 'origClientOrderId', 'algoId', 'clientAlgoId'];
/** Ids in answers exceed 2^53, so their digits are read as text. */
const VALUE = /"(\w+)":(?:"([^"]*)"|(\d+))/g;
const ORDERS_MAX = 10_000;

export function openFreshOrders(nowMs: () => number): FreshOrders {
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
        if (TOLD.includes(name)) placed.set(`${accountId} ${text ?? digits}`, nowMs());
      }
      for (const name of placed.keys()) if (placed.size > ORDERS_MAX) placed.delete(name);
    },
    hidden({ method, path, params, accountId }) {
      if (lagMs === 0 || method !== 'GET' || !ASKS.has(path)) return null;
      const names = ASKED.map((name) => `${accountId} ${params.get(name)}`);
      const isHidden = names.some((name) => nowMs() - (placed.get(name) ?? Number.NEGATIVE_INFINITY) < lagMs);
      if (!isHidden) return null;
      const { status, code, message } = wireError('orderUnknown');
      return { kind: 'send', answer: jsonAnswer(status, JSON.stringify({ code, msg: message })) };
    },
  };
}
