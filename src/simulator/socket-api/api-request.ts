import { z } from 'zod';
import { namedParams, type RequestParams } from '../rest/http/params.ts';
import { parseLosslessly } from '../rest/http/wire-json.ts';

/** A call as one message. */
export interface ApiRequest {
  /** As JSON text: it is returned as received. */
  readonly id: string;
  readonly method: string;
  readonly params: RequestParams;
  /** What the signature is of: the parameters without it, sorted by name. One character a byte. */
  readonly signedText: string;
}

const PARAMS_MAX = 64;
const PLAIN = z.union([z.string(), z.boolean(), z.null()]); // Numbers arrive as their digits.
const REQUEST = z.object({
  id: z.union([z.string().max(36), z.null()]).optional(),
  method: z.string().max(64),
  params: z.record(z.string(), PLAIN).optional(),
});
const DIGITS = /^-?\d{1,19}$/;

/** Reads a message; null when it is no request. */
export function apiRequest(text: string): ApiRequest | null {
  const read = REQUEST.safeParse(jsonOf(text));
  if (!read.success) return null;
  const { id = null, method, params = {} } = read.data;
  const pairs = Object.entries(params).flatMap(([name, value]) =>
    value === null || value === '' ? [] : [[name, String(value)] as const],
  );
  if (pairs.length > PARAMS_MAX) return null;
  const signed = pairs.filter(([name]) => name !== 'signature').sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    id: idText(id, text),
    method,
    params: namedParams(pairs),
    signedText: Buffer.from(signed.map(([name, value]) => `${name}=${value}`).join('&')).toString('latin1'),
  };
}

function jsonOf(text: string): unknown {
  try {
    return parseLosslessly(text);
  } catch {
    return undefined; // The caller answers that it is no JSON.
  }
}

const NUMBER_ID = /"id"\s*:\s*-?\d/;

/** A whole number was read as its digits; whether it was one shows in the text. */
function idText(id: string | null, text: string): string {
  if (id === null) return 'null';
  return DIGITS.test(id) && NUMBER_ID.test(text) ? id : JSON.stringify(id);
}
