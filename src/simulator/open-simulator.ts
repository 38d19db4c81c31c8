import { at } from '#base/assert.ts';
import { storeAdminToken } from './admin/admin-token.ts';
import { openDrops } from './admin/faults/open-drops.ts';
import { openFaults } from './admin/faults/open-faults.ts';
import type { ProfileName } from './admin/faults/profiles.ts';
import { openWaits } from './admin/faults/waits.ts';
import { isAdminPath, openAdmin } from './admin/open-admin.ts';
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
import { ownCertificate } from './tls/own-certificate.ts';

/** Label and key published in the documentation, for people who try the API by hand. */
const HAND_LABEL = 'simulated-key';
const DEPOSIT = '10000';

export interface SimulatorOptions {
  readonly setup: SimulationSetup;
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** A second port, with encryption; null for none. */
  readonly tlsPort?: number | null;
  /** What requests to the admin surface must know; a new one by default. */
  readonly adminToken?: string | null;
  /** How it behaves until the admin surface changes that; ideal by default. */
  readonly profile?: ProfileName;
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
  /** With encryption; null without. */
  readonly tlsPort: number | null;
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
  tlsPort = null,
  adminToken: givenToken = null,
  profile = 'ideal',
  hosts,
  warn,
  onFailure,
}: SimulatorOptions): Promise<Simulator> {
  const simulation = await openSimulation(setup);
  await simulation.openAccount({ label: HAND_LABEL, deposit: DEPOSIT, isDualSide: false }); // As a new account begins at the exchange.
  const limits = openRateLimits();
  const waits = openWaits(simulation);
  const faults = openFaults(waits, { name: profile, seed: setup.seed });
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
  const stopDrops = openDrops(faults, streams);
  const answers = { simulation, limits, faults: faults.requests, onFailure, endpoints };
  const api = socketApi(answers);
  const adminToken = await storeAdminToken(setup.folder, givenToken);
  const admin = await openAdmin({ simulation, limits, faults, streams }, adminToken, onFailure);
  const served = { ...answers, admin, isOwnRequest: ownRequests(hosts), isAdminPath, onUpgrade: streams.handleUpgrade };
  const listeners = [await openListener(served, { host, port })];
  if (tlsPort !== null) {
    const certificate = await ownCertificate(setup.folder, hosts);
    listeners.push(await openListener(served, { host, port: tlsPort, certificate }));
  }
  return {
    simulation,
    port: at(listeners, 0).port,
    tlsPort: listeners[1]?.port ?? null,
    adminToken,
    async close() {
      countdowns.close();
      stopDrops();
      waits.close();
      const closed = Promise.all(listeners.map((listener) => listener.close())); // The HTTP server closes once its upgraded web sockets have closed.
      await streams.close();
      await closed;
      await simulation.close();
    },
  };
}
