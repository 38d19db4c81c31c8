/** So many equal rejections in a row open the circuit. */
export const EQUAL_REJECTIONS_MAX = 3;
/** How many different requests are remembered; the oldest are forgotten first. */
const REQUESTS_MAX = 1_000;

/** How often each request was rejected in a row, and why. Plain data; every step gives a new value. */
export interface RejectionCircuit {
  readonly counts: ReadonlyMap<string, { readonly why: string; readonly count: number }>;
}

export const CLOSED_CIRCUIT: RejectionCircuit = { counts: new Map() };

/** Whether the request was rejected for the same reason so often that sending it again is no use. */
export function isOpenFor({ counts }: RejectionCircuit, request: string): boolean {
  return (counts.get(request)?.count ?? 0) >= EQUAL_REJECTIONS_MAX;
}

/**
 * The circuit after a request was rejected.
 * @param request - everything that makes two requests the same, without id and time
 * @param why - the exchange's code; another one begins to count anew
 */
export function afterRejection({ counts }: RejectionCircuit, request: string, why: string): RejectionCircuit {
  const before = counts.get(request);
  const count = before?.why === why ? before.count + 1 : 1;
  const others = [...counts].filter(([name]) => name !== request).slice(-(REQUESTS_MAX - 1));
  return { counts: new Map([...others, [request, { why, count }]]) };
}

/** The circuit after a request was taken, or after what it failed by has changed. */
export function afterSuccess(circuit: RejectionCircuit, request: string): RejectionCircuit {
  if (!circuit.counts.has(request)) return circuit;
  return { counts: new Map([...circuit.counts].filter(([name]) => name !== request)) };
}
