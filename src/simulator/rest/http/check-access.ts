import type { ApiKey, Simulation } from '../../simulation.ts';
import { accept, refuse, type WireReply } from '../../wire-error.ts';
import type { Security } from './endpoint.ts';
import type { RequestParams } from './params.ts';
import { integer, otherwise, readParams } from './read-params.ts';
import { isSigned } from './signatures.ts';

/** The parts of a request that its authorisation depends on. */
export interface Credentials {
  /** The header `X-MBX-APIKEY`, or nothing. */
  readonly apiKey: string;
  /** What the signature is of, one character a byte; null for a session that has logged on, which need not sign. */
  readonly signedText: string | null;
  readonly params: RequestParams;
}

/** Keys of the exchange have 64 letters and digits; the simulator's own may be shorter and have hyphens. */
const KEY_FORMAT = /^[A-Za-z0-9-]{1,64}$/;
const RECEIVE_WINDOW_MS = 5_000;
const RECEIVE_WINDOW_MAX_MS = 60_000;
const AHEAD_MS = 1_000;
const SIGNATURE_PAIR = /^signature=/i;

/**
 * Checks key, permission, signature and time, in this order.
 * @returns the caller's key; null when the endpoint requires none
 */
export function checkAccess(security: Security, given: Credentials, simulation: Simulation): WireReply<ApiKey | null> {
  if (security === 'none') return accept(null);
  if (!KEY_FORMAT.test(given.apiKey)) return refuse('keyFormat');
  const key = simulation.key(given.apiKey);
  if (key === null || (security === 'trade' && !key.canTrade)) return refuse('keyUnknown');
  if (security === 'market' || security === 'user-stream') return accept(key);
  const signature = given.params.get('signature');
  if (given.signedText !== null) {
    if (signature === undefined) return refuse('mandatory', 'signature');
    if (!isSigned(given.signedText, signature, key)) return refuse('signatureWrong');
  }
  const timed = checkTime(given.params, simulation.wallMs());
  return timed.ok ? accept(key) : timed;
}

/**
 * What the signature of a request is of: query and body, byte for byte as received, joined without a separator and without
 * the signature itself.
 */
export function textToSign(query: string, body: string): string {
  return unsigned(query) + unsigned(body);
}

function unsigned(text: string): string {
  return text
    .split('&')
    .filter((pair) => !SIGNATURE_PAIR.test(pair))
    .join('&');
}

const READERS = {
  timestamp: integer(0, Number.MAX_SAFE_INTEGER),
  recvWindow: otherwise(RECEIVE_WINDOW_MS, integer(0, Number.MAX_SAFE_INTEGER)),
};

function checkTime(params: RequestParams, nowMs: number): WireReply<null> {
  const read = readParams(params, READERS);
  if (!read.ok) return read;
  const { timestamp, recvWindow } = read.value;
  if (recvWindow > RECEIVE_WINDOW_MAX_MS) return refuse('recvWindow');
  if (timestamp >= nowMs + AHEAD_MS) return refuse('timestampAhead');
  return nowMs - timestamp > recvWindow ? refuse('timestampOutside') : accept(null);
}
