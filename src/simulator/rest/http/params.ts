import { accept, refuse, type WireReply } from '../../wire-error.ts';

/** Decoded parameters by name in any case, as the exchange takes them (`orderidlist`), without empty ones. */
export type RequestParams = Pick<ReadonlyMap<string, string>, 'get' | 'has'>;

/** More than twice what any endpoint needs. */
const PARAMS_MAX = 64;

/**
 * The parameters of a request. The query wins over the body; a duplicate within one of them is refused.
 *
 * @param query - the part after the question mark, as received
 * @param body - a form as received, or empty
 */
export function parseRequestParams(query: string, body: string): WireReply<RequestParams> {
  const ofQuery = parseForm(query);
  if (!ofQuery.ok) return ofQuery;
  const ofBody = parseForm(body);
  if (!ofBody.ok) return ofBody;
  return accept(namedParams([...ofBody.value, ...ofQuery.value]));
}

/** Parameters from their names and values; of names that differ only in case the last one counts. */
export function namedParams(pairs: readonly (readonly [name: string, value: string])[]): RequestParams {
  const values = new Map(pairs.map(([name, value]) => [name.toLowerCase(), value]));
  return {
    get: (name) => values.get(name.toLowerCase()),
    has: (name) => values.has(name.toLowerCase()),
  };
}

/** One item of a batch as parameters; numbers must be text already, and nested values count as not sent. */
export function itemParams(item: unknown): RequestParams {
  if (typeof item !== 'object' || item === null) return namedParams([]);
  const pairs = Object.entries(item).filter(([, value]) => typeof value === 'string' || typeof value === 'boolean');
  return namedParams(pairs.map(([name, value]) => [name, String(value)] as const).filter(([, value]) => value !== ''));
}

function parseForm(text: string): WireReply<ReadonlyMap<string, string>> {
  const params = new Map<string, string>();
  const seen = new Set<string>();
  if (text === '') return accept(params);
  const pairs = text.split('&', PARAMS_MAX + 1);
  if (pairs.length > PARAMS_MAX) return refuse('tooManyParams');
  for (const pair of pairs) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decoded(equals < 0 ? pair : pair.slice(0, equals))?.toLowerCase() ?? null;
    const value = equals < 0 ? '' : decoded(pair.slice(equals + 1));
    if (name === null || value === null) return refuse('illegalAny');
    if (seen.has(name)) return refuse('duplicate');
    seen.add(name);
    if (value !== '') params.set(name, value);
  }
  return accept(params);
}

/** Null when the text is not valid percent-encoding. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
