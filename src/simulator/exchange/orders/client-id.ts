import { refuse } from '../../wire-error.ts';
import type { Refusal } from '../refusal.ts';

const CLIENT_ID = /^[.A-Z:/a-z0-9_-]{1,36}$/;

/** -4015 for a malformed client id, -4116 for one that an open order of the account uses. */
export function clientIdRefusal<T>(id: string | null, open: Iterable<T>, idOf: (item: T) => string): Refusal {
  if (id === null) return null;
  if (!CLIENT_ID.test(id)) return refuse('clientIdInvalid');
  for (const item of open) if (idOf(item) === id) return refuse('clientIdDuplicate');
  return null;
}

/** The client id of an order that was sent without one. */
export function generatedClientId(orderId: string): string {
  return `sim-${orderId}`;
}
