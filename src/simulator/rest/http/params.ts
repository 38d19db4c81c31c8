import { accept, refuse, type WireReply } from '../../wire-error.ts';

/** Decoded parameters by name. One that was sent empty is not there. */
export type RequestParams = ReadonlyMap<string, string>;

/** No endpoint has half as many. */
const PARAMS_MAX = 64;

/**
 * The parameters of a request. One that is in both the query and the body is taken from the query; one that is twice in
 * the same part is refused.
 *
 * @param query - what stands behind the question mark, without it, as received
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

/** Null where the text is no percent-encoding. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
