import { refuse } from '../../wire-error.ts';
import type { Refusal } from '../refusal.ts';

const CLIENT_ID = /^[.A-Z:/a-z0-9_-]{1,36}$/;

/** -4015 for what is no client id, -4116 for one that an open order of the account has. */
export function clientIdRefusal<T>(id: string | null, open: Iterable<T>, idOf: (item: T) => string): Refusal {
  if (id === null) return null;
  if (!CLIENT_ID.test(id)) return refuse('clientIdInvalid');
  for (const item of open) if (idOf(item) === id) return refuse('clientIdDuplicate');
  return null;
}

/** The id of an order whose client gave none. */
export function generatedClientId(orderId: string): string {
  return `sim-${orderId}`;
}
