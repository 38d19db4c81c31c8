import { chance } from '#base/prng.ts';
import { makeAdminToken } from './admin/admin-token.ts';
import { isAdminPath, openAdmin } from './admin/open-admin.ts';
import { openFaults } from './admin/open-faults.ts';
import { openSimulation, type SimulationSetup } from './open-simulation.ts';
import { listenKeyEndpoints } from './rest/account/listen-key.ts';
import { privateEndpoints } from './rest/account/private-endpoints.ts';
import { openListener } from './rest/http/open-listener.ts';
import { ownRequests } from './rest/http/own-request.ts';
import { openRateLimits } from './rest/http/rate-limits.ts';
import { marketEndpoints } from './rest/market/market-endpoints.ts';
import { openCountdowns } from './rest/orders/countdowns.ts';
import type { RunningSimulation } from './run-simulation.ts';
import { socketApi } from './socket-api/socket-api.ts';
import { openStreams } from './streams/open-streams.ts';

/** Label and key published in the documentation, for people who try the API by hand. */
const HAND_LABEL = 'simulated-key';
const DEPOSIT = '10000';

export interface SimulatorOptions {
  readonly setup: SimulationSetup;
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Further host names under which it may be reached, in lower case. */
  readonly hosts: readonly string[];
  /** Called with a sentence for developers about unusual requests. */
  readonly warn: (sentence: string) => void;
  /** Called for failures that no request should be able to cause. */
  readonly onFailure: (cause: unknown) => void;
}

/** The simulated exchange, listening. */
export interface Simulator {
  readonly simulation: RunningSimulation;
  readonly port: number;
  /** What requests to the admin surface must know; also in the file `admin-token` of its folder. */
  readonly adminToken: string;
  close(): Promise<void>;
}

/**
 * Opens the simulated exchange of a folder and serves it on one port: calls, streams, admin surface and page.
 * @throws AppError SIMULATOR_DAMAGED, SIMULATOR_MARKET_OTHER, and what listening throws
 */
export async function openSimulator({
  setup,
  host,
  port,
  hosts,
  warn,
  onFailure,
}: SimulatorOptions): Promise<Simulator> {
  const simulation = await openSimulation(setup);
  await simulation.openAccount({ label: HAND_LABEL, deposit: DEPOSIT, isDualSide: false }); // As a new account begins at the exchange.
  const limits = openRateLimits();
  const faults = openFaults(Date.now, chance(setup.seed));
  const countdowns = openCountdowns(simulation, onFailure);
  // Not the clock that clients see: setting that one ahead is a fault that must end neither sockets nor listen keys.
  const streams = openStreams({
    simulation,
    faults: faults.streams,
    wallMs: Date.now,
    warn,
    onCall: (socket, text, address) => api.onText(socket, text, address),
  });
  const endpoints = [
    ...marketEndpoints,
    ...privateEndpoints(limits, countdowns),
    ...listenKeyEndpoints(streams.listenKeys),
  ];
  const answers = { simulation, limits, faults: faults.requests, onFailure, endpoints };
  const api = socketApi(answers);
  const adminToken = await makeAdminToken(setup.folder);
  const admin = await openAdmin({ simulation, limits, faults, streams }, adminToken, onFailure);
  const listener = await openListener(
    {
      ...answers,
      admin,
      isOwnRequest: ownRequests(hosts),
      isAdminPath,
      onUpgrade: streams.handleUpgrade,
    },
    host,
    port,
  );
  return {
    simulation,
    port: listener.port,
    adminToken,
    async close() {
      countdowns.close();
      const closed = listener.close(); // The HTTP server closes once its upgraded web sockets have closed.
      await streams.close();
      await closed;
      await simulation.close();
    },
  };
}
