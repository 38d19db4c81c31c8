import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Instant } from '#base/time.ts';
import type { Speed } from '#simulator/market-clock.ts';
import { SETUP_FILE } from '#simulator/stored/state-files.ts';
import type { Config } from '../config.ts';
import type { Lifetime } from '../lifetime.ts';
import type { SimulatorAccess } from './simulated-account.ts';
import { simulatorFolder } from './simulator-place.ts';
import { startSimulator } from './start-simulator.ts';
import { takeSimulatorFolder } from './take-simulator-folder.ts';

/** The parameters of the simulated exchange. */
export interface OwnSimulatorOptions {
  readonly config: Config;
  readonly lifetime: Lifetime;
  readonly log: Logger;
  /** Called when it ended by itself: the program must end. */
  readonly onBroken: (error: unknown) => void;
  /** Market time that existing accounts have reached; a new simulated market must not begin before it. */
  readonly stood: () => Promise<Instant | null>;
}

/**
 * Opens the simulated exchange of this installation and returns how to reach it.
 * @throws AppError as `startSimulator` does; DATA_DIR_IN_USE when another program runs it
 */
export async function openOwnSimulator({
  config,
  lifetime,
  log,
  onBroken,
  stood,
}: OwnSimulatorOptions): Promise<SimulatorAccess> {
  const folder = simulatorFolder(config);
  const { lock, reached } = await takeSimulatorFolder(folder, (sentence) => log.warn(sentence));
  await lifetime.add('folder of the simulated exchange', async () => lock.release());
  const pace = { kind: 'run', speed: config.marketSpeed as Speed } as const; // The setting allows only these speeds.
  const notBefore = existsSync(path.join(folder, SETUP_FILE)) ? null : latest(await stood(), reached);
  const simulator = await startSimulator(
    {
      wishes: { folder, replay: config.simulatorReplay, pace, notBefore, clock: config.simulatorClock ?? 'own' },
      host: config.simulatorHost,
      tlsPort: config.simulatorTlsPort,
      adminToken: config.simulatorAdminToken,
      profile: config.simulatorProfile,
      listenOn: config.simulatorPort,
      hosts: config.simulatorHosts,
    },
    { warn: (sentence) => log.warn(sentence), failed: onBroken },
  );
  await lifetime.add('simulated exchange', () => simulator.stop());
  return simulator.access;
}

function latest(one: Instant | null, other: Instant | null): Instant | null {
  return one === null || (other !== null && other > one) ? other : one;
}
