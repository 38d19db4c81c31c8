import type { DocumentFields } from '#ports/documents.ts';
import type { ExchangeCredentials } from '#ports/key-permissions.ts';

/** The form of an API key and of its secret: printable characters without spaces. */
export const KEY_TEXT = /^[\x21-\x7e]{8,512}$/;

const NAMES = {
  apiKey: ['apiKey', 'api_key', 'key'],
  secret: ['secret', 'secretKey', 'secret_key', 'apiSecret', 'api_secret'],
} as const;
/** Fields under which the pair may be nested. */
const WRAPPERS = ['key', 'keys'];
const LAST_COUNT = 4;

/** The key in a document, under any of the usual field names; null when there is none. */
export function credentialsIn(fields: DocumentFields): ExchangeCredentials | null {
  const deeper = WRAPPERS.map((name) => fields[name]).filter((value) => typeof value === 'object');
  for (const level of [fields, ...deeper]) {
    const apiKey = firstText(level, NAMES.apiKey);
    const secret = firstText(level, NAMES.secret);
    if (apiKey !== null && secret !== null) return { apiKey, secret };
  }
  return null;
}

function firstText(level: DocumentFields, names: readonly string[]): string | null {
  for (const name of names) {
    const value = Object.hasOwn(level, name) ? level[name] : undefined;
    if (typeof value === 'string' && KEY_TEXT.test(value)) return value;
  }
  return null;
}

/** The last characters of an API key, by which a user recognises it. */
export function lastFourOf(apiKey: string): string {
  return apiKey.slice(-LAST_COUNT);
}
