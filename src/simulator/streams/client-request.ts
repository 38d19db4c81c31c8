import { z } from 'zod';

/** A request on an open socket. Source: the exchange's page "Live subscribing/unsubscribing to streams". */
export interface ClientRequest {
  readonly method: 'SUBSCRIBE' | 'UNSUBSCRIBE' | 'LIST_SUBSCRIPTIONS';
  readonly names: readonly string[];
  /** Returned as received: a whole number or a string. */
  readonly id: number | string | null;
}

/** An error by the exchange's numbers: 2 is a malformed request, 3 is invalid JSON. */
export interface RequestError {
  readonly code: 2 | 3;
  readonly message: string;
  readonly id: number | string | null;
}

const ID = z.union([z.number().int(), z.string().max(64)]).nullish();
const LISTS = z.object({
  method: z.enum(['SUBSCRIBE', 'UNSUBSCRIBE']),
  params: z.array(z.string().max(128)).max(1_024),
  id: ID,
});
const LIST_REQUEST = z.object({ method: z.literal('LIST_SUBSCRIPTIONS'), id: ID });

/** Reads one message of a client. */
export function clientRequest(text: string): ClientRequest | RequestError {
  const json = jsonOf(text);
  if (json === undefined) return { code: 3, message: 'Invalid JSON: expected one JSON object a message', id: null };
  const lists = LISTS.safeParse(json);
  if (lists.success) return { method: lists.data.method, names: lists.data.params, id: lists.data.id ?? null };
  const list = LIST_REQUEST.safeParse(json);
  if (list.success) return { method: 'LIST_SUBSCRIPTIONS', names: [], id: list.data.id ?? null };
  const message =
    'Invalid request: method must be SUBSCRIBE or UNSUBSCRIBE with params, a list of at most 1024 stream names, or LIST_SUBSCRIPTIONS; id a whole number or a text';
  return { code: 2, message, id: null };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Any parse error is reported to the client as invalid JSON.
  }
}
