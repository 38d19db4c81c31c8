import { afterEach } from 'vitest';
import { isAdminPath } from '#simulator/admin/open-admin.ts';
import type { Endpoint } from '#simulator/rest/http/endpoint.ts';
import type { FaultHook } from '#simulator/rest/http/fault-hook.ts';
import { type ListenerParts, openListener } from '#simulator/rest/http/open-listener.ts';
import { ownRequests } from '#simulator/rest/http/own-request.ts';
import { openRateLimits } from '#simulator/rest/http/rate-limits.ts';
import type { ApiKey, Simulation } from '#simulator/simulation.ts';

/** Lets everything pass. */
export const NO_FAULTS: FaultHook = {
  before: async () => null,
  after: async (_request, answer) => ({ kind: 'send', answer }),
};

/** A key that is allowed to trade. */
export function keyOf(apiKey: string, secret: string): ApiKey {
  return { accountId: apiKey, label: '', apiKey, secret, canTrade: true, canWithdraw: false, isIpRestricted: false };
}

const open: { close(): Promise<void> }[] = [];

/**
 * The listener with the test's endpoints and no market or exchange behind it, to test what is decided before a call is
 * executed.
 * @param wall - wall time in milliseconds, which the test may move
 */
export async function openBareWire(
  endpoints: readonly Endpoint[],
  { keys = [], wall = { ms: Date.now() }, ...parts }: BareParts = {},
) {
  const simulation = {
    key: (apiKey: string) => keys.find((key) => key.apiKey === apiKey) ?? null,
    wallMs: () => wall.ms,
    settled: async () => {},
  } as Partial<Simulation> as Simulation; // These tests make no calls that need more.
  const limits = openRateLimits();
  const failures: unknown[] = [];
  const listener = await openListener(
    {
      simulation,
      endpoints,
      limits,
      faults: NO_FAULTS,
      isOwnRequest: ownRequests([]),
      isAdminPath,
      admin: (_request, response) => response.end('admin'),
      onUpgrade: (_request, socket) => socket.destroy(),
      onFailure: (cause) => failures.push(cause),
      ...parts,
    },
    { host: '127.0.0.1', port: 0 },
  );
  open.push(listener);
  return { port: listener.port, limits, failures };
}

interface BareParts extends Partial<ListenerParts> {
  readonly keys?: readonly ApiKey[];
  readonly wall?: { ms: number };
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((listener) => listener.close()));
});
