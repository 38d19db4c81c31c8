import { accept, refuse, type WireReply } from '../../wire-error.ts';

/** Decoded parameters by name, without empty ones. */
export type RequestParams = ReadonlyMap<string, string>;

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
  return accept(new Map([...ofBody.value, ...ofQuery.value]));
}

function parseForm(text: string): WireReply<RequestParams> {
  const params = new Map<string, string>();
  const seen = new Set<string>();
  if (text === '') return accept(params);
  const pairs = text.split('&', PARAMS_MAX + 1);
  if (pairs.length > PARAMS_MAX) return refuse('tooManyParams');
  for (const pair of pairs) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decoded(equals < 0 ? pair : pair.slice(0, equals));
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
