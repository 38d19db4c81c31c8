import { itemParams, type RequestParams } from './params.ts';

/** A request before its key is checked. */
export interface ArrivedRequest {
  readonly method: string;
  readonly path: string;
  readonly params: RequestParams;
  /** The account of a known key; the signature has not been checked yet. */
  readonly accountId: string | null;
}

/** An answer, ready to be written. */
export interface HttpAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What to do with an answer: send it, send only its first bytes and break the connection, or break it at once. */
export type Delivery =
  | { readonly kind: 'send'; readonly answer: HttpAnswer }
  | { readonly kind: 'cut'; readonly answer: HttpAnswer; readonly bytes: number }
  | { readonly kind: 'drop' };

/** How faults affect requests on their way in and answers on their way out. Both may wait, which creates latency. */
export interface FaultHook {
  /** @returns what to send instead of executing the request, or null to execute it */
  before(request: ArrivedRequest): Promise<Delivery | null>;
  /** @param answer - the answer of a request that was executed or refused */
  after(request: ArrivedRequest, answer: HttpAnswer): Promise<Delivery>;
}

/** An answer of JSON text. */
export function jsonAnswer(status: number, body: string, headers: Readonly<Record<string, string>> = {}): HttpAnswer {
  return { status, contentType: 'application/json;charset=UTF-8', headers, body };
}

/**
 * Whether a request only places orders that reduce or close a position, which the exchange spares when it throttles.
 * Every item of a batch must.
 */
export function isReducing({ method, path, params }: ArrivedRequest): boolean {
  if (method !== 'POST') return false;
  const batch = path.endsWith('/batchOrders') ? params.get('batchOrders') : undefined;
  return batch === undefined ? reduces(params) : batchItems(batch).map(itemParams).every(reduces);
}

function batchItems(text: string): readonly unknown[] {
  try {
    const items: unknown = JSON.parse(text);
    return Array.isArray(items) && items.length > 0 ? items : [null];
  } catch {
    return [null];
  }
}

/** In hedge mode an order against its position side is implicitly reduce-only. */
function reduces(order: RequestParams): boolean {
  if (order.get('reduceOnly') === 'true' || order.get('closePosition') === 'true') return true;
  const [side, positionSide] = [order.get('side'), order.get('positionSide')];
  return (positionSide === 'LONG' && side === 'SELL') || (positionSide === 'SHORT' && side === 'BUY');
}
