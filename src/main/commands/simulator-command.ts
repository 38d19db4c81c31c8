import { createLog } from '#server/http/log.ts';
import { ADMIN_TOKEN_FILE } from '#simulator/admin/admin-token.ts';
import type { ClockKind, Speed } from '#simulator/market-clock.ts';
import { openSimulator, type Simulator } from '#simulator/open-simulator.ts';
import { storedClock } from '#simulator/stored/stored-state.ts';
import { CERTIFICATE_FILE } from '#simulator/tls/own-certificate.ts';
import type { Config } from '../config.ts';
import { openLifetime } from '../lifetime.ts';
import { onStopSignal } from '../signals.ts';
import { SIMULATOR_ADDRESS, simulatorFolder } from '../simulator/simulator-place.ts';
import { simulatorSetup } from '../simulator/simulator-setup.ts';
import { takeSimulatorFolder } from '../simulator/take-simulator-folder.ts';

/**
 * `simulator`: the simulated exchange alone, for other bots and clients, until it is told to stop.
 * @throws AppError DATA_FOLDER_IN_USE while the program runs its own on the same folder, and whatever opening it throws
 */
export async function simulatorCommand(config: Config): Promise<void> {
  const log = createLog({ level: config.logLevel });
  const lifetime = openLifetime((name, cause) => log.error({ err: cause }, `${name} did not stop cleanly`));
  onStopSignal(() => void lifetime.close().then(() => process.exit(0)));
  const { lock, reached } = await takeSimulatorFolder(simulatorFolder(config), (sentence) => log.warn(sentence));
  await lifetime.add('folder', async () => lock.release());
  const pace = { kind: 'run', speed: config.marketSpeed as Speed } as const; // The setting allows only these speeds.
  const simulator = await openSimulator({
    setup: await simulatorSetup({
      folder: simulatorFolder(config),
      replay: config.simulatorReplay,
      pace,
      clock: await clockOf(config),
      notBefore: reached,
    }),
    host: config.simulatorHost,
    port: config.simulatorPort,
    tlsPort: config.simulatorTlsPort,
    adminToken: config.simulatorAdminToken,
    profile: config.simulatorProfile,
    hosts: config.simulatorHosts,
    warn: (sentence) => log.warn(sentence),
    onFailure: (cause) => log.error({ err: cause }, 'a request failed'),
  });
  await lifetime.add('simulated exchange', () => simulator.close());
  process.stdout.write(greeting(simulator, process.stdout.isTTY));
}

/**
 * Clients that know nothing of simulated time expect the present. A market goes on with the clock that it began on, and
 * one for the program beside it has the clock that the program would give it.
 */
export async function clockOf(
  config: Pick<Config, 'dataDir' | 'simulatorClock' | 'simulatorProcess'>,
): Promise<ClockKind> {
  if (config.simulatorClock !== null) return config.simulatorClock;
  const stored = await storedClock(simulatorFolder(config));
  return stored?.clock ?? (config.simulatorProcess === 'own' ? 'own' : 'wall');
}

/** @param isTerminal - whether somebody reads it; what goes to a file or a log must not contain the token */
export function greeting(
  { port, tlsPort, adminToken }: Pick<Simulator, 'port' | 'tlsPort' | 'adminToken'>,
  isTerminal: boolean,
): string {
  const address = `http://${SIMULATOR_ADDRESS}:${port}`;
  const page = isTerminal
    ? `${address}/#token=${adminToken}`
    : `${address}/, with the token in simulator/${ADMIN_TOKEN_FILE} of DATA_DIR`;
  return (
    `The simulated exchange is ready: ${address}\n` +
    (tlsPort === null
      ? ''
      : `  With TLS  https://localhost:${tlsPort}, with the certificate simulator/${CERTIFICATE_FILE} of DATA_DIR\n`) +
    `  Key       simulated-key\n  Secret    simulated-secret\n  Its page  ${page}\nCtrl-C stops it.\n`
  );
}
