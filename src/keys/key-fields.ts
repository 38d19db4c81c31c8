import type { DocumentFields } from '#ports/documents.ts';
import type { ExchangeCredentials } from '#ports/key-permissions.ts';

/** What both halves of a key consist of: printable, without spaces. */
export const KEY_TEXT = /^[\x21-\x7e]{8,512}$/;

const NAMES = {
  apiKey: ['apiKey', 'api_key', 'key'],
  secret: ['secret', 'secretKey', 'secret_key', 'apiSecret', 'api_secret'],
} as const;
/** The pair may lie one level deeper, under one of these. */
const WRAPPERS = ['key', 'keys'];
const LAST_COUNT = 4;

/** The key that a document holds, under any of the usual names; null when it holds none. */
export function credentialsIn(fields: DocumentFields): ExchangeCredentials | null {
  const deeper = WRAPPERS.map((name) => fields[name]).filter((value) => typeof value === 'object');
  for (const place of [fields, ...deeper]) {
    const apiKey = firstText(place, NAMES.apiKey);
    const secret = firstText(place, NAMES.secret);
    if (apiKey !== null && secret !== null) return { apiKey, secret };
  }
  return null;
}

function firstText(place: DocumentFields, names: readonly string[]): string | null {
  for (const name of names) {
    const value = Object.hasOwn(place, name) ? place[name] : undefined;
    if (typeof value === 'string' && KEY_TEXT.test(value)) return value;
  }
  return null;
}

/** The end of an API key, by which a user knows it again. */
export function lastFourOf(apiKey: string): string {
  return apiKey.slice(-LAST_COUNT);
}
