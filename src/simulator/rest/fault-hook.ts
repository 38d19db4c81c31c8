import type { Params } from './params.ts';

/** A request as far as it is known before its key is checked. */
export interface ArrivedRequest {
  readonly method: string;
  readonly path: string;
  readonly params: Params;
  /** Of a key that the simulator knows; the signature has not been looked at. */
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

/**
 * What the admin surface does to requests on their way in and to answers on their way out. Both may take their time:
 * that is how latency is made.
 */
export interface FaultHook {
  /** @returns what is sent instead of carrying the request out, or null to go on */
  before(request: ArrivedRequest): Promise<Delivery | null>;
  /** @param answer - of a request that was carried out, or refused */
  after(request: ArrivedRequest, answer: HttpAnswer): Promise<Delivery>;
}

/** An answer of JSON text. */
export function jsonAnswer(status: number, body: string, headers: Readonly<Record<string, string>> = {}): HttpAnswer {
  return { status, contentType: 'application/json;charset=UTF-8', headers, body };
}

/**
 * Whether a request places only orders that reduce or close a position, or cancels: what the exchange lets through when
 * it throttles. Of a batch every item must.
 */
export function onlyReduces({ method, path, params }: ArrivedRequest): boolean {
  if (method !== 'POST') return true;
  const batch = params.get('batchOrders');
  if (path.endsWith('/batchOrders') && batch !== undefined) return batchItems(batch).every(reduces);
  return reduces(Object.fromEntries(params));
}

function batchItems(text: string): readonly unknown[] {
  try {
    const items: unknown = JSON.parse(text);
    return Array.isArray(items) && items.length > 0 ? items : [{}];
  } catch {
    return [{}];
  }
}

function reduces(order: unknown): boolean {
  const { reduceOnly, closePosition, side, positionSide } = { ...(order as Readonly<Record<string, unknown>>) };
  if (String(reduceOnly) === 'true' || String(closePosition) === 'true') return true;
  return (positionSide === 'LONG' && side === 'SELL') || (positionSide === 'SHORT' && side === 'BUY');
}
