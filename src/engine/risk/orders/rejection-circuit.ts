import { type Instant, MINUTE_MS, SECOND_MS } from '#base/time.ts';

/** This many equal rejections in a row open the circuit. */
export const EQUAL_REJECTIONS_MAX = 3;
/**
 * How long after the last rejection another attempt is allowed, because its cause may be gone. Orders that close a
 * position never wait long.
 */
export const CIRCUIT_REST_MS = { open: 10 * MINUTE_MS, close: 5 * SECOND_MS } as const;
/** How many different requests are remembered; the oldest is forgotten first. */
const REQUESTS_MAX = 1_000;

interface Rejections {
  readonly why: string;
  readonly count: number;
  readonly lastAt: Instant;
}

/** How often in a row each request was rejected, and why. Immutable plain data. */
export interface RejectionCircuit {
  readonly requests: ReadonlyMap<string, Rejections>;
}

export const CLOSED_CIRCUIT: RejectionCircuit = { requests: new Map() };

/** Whether the request was rejected for the same reason so often that it should not be sent again for now. */
export function isOpenFor(
  { requests }: RejectionCircuit,
  request: string,
  { intent, now }: { readonly intent: keyof typeof CIRCUIT_REST_MS; readonly now: Instant },
): boolean {
  const before = requests.get(request);
  if (before === undefined || before.count < EQUAL_REJECTIONS_MAX) return false;
  return now - before.lastAt < CIRCUIT_REST_MS[intent];
}

/**
 * The circuit after a request was rejected.
 * @param request - everything that makes two requests the same, without id and time
 * @param rejection - `why` is the exchange's error code; a different one starts the count again
 */
export function afterRejection(
  { requests }: RejectionCircuit,
  request: string,
  { why, at }: { readonly why: string; readonly at: Instant },
): RejectionCircuit {
  const before = requests.get(request);
  const count = before?.why === why ? before.count + 1 : 1;
  const others = [...requests].filter(([name]) => name !== request).slice(-(REQUESTS_MAX - 1));
  return { requests: new Map([...others, [request, { why, count, lastAt: at }]]) };
}

/** The circuit after a request was accepted. */
export function afterSuccess(circuit: RejectionCircuit, request: string): RejectionCircuit {
  if (!circuit.requests.has(request)) return circuit;
  return { requests: new Map([...circuit.requests].filter(([name]) => name !== request)) };
}
