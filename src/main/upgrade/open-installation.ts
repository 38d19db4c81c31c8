import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { later, MINUTE_MS } from '#base/time.ts';
import type { Speed } from '#simulator/market-clock.ts';
import { lossySettings } from '#storage/database/database.ts';
import { claimEnvironment } from '#storage/database/market-environment.ts';
import { type Installed, readInstalled } from '#storage/installed.ts';
import { isSearchIndexed } from '#storage/logs.ts';
import { build } from '../build.ts';
import type { Config } from '../config.ts';
import { type EngineDatabases, type OwnerLogin, openEngineDatabases } from '../databases.ts';
import type { Lifetime } from '../lifetime.ts';
import { openOwnSimulator } from '../simulator/own-simulator.ts';
import type { SimulatorAccess } from '../simulator/simulated-account.ts';
import { simulatorBeside } from '../simulator/simulator-beside.ts';
import { simulatorFolder } from '../simulator/simulator-place.ts';
import { storedMarkets } from '../simulator/take-simulator-folder.ts';
import { refuseBeforeUpgrade, refusePortInUse } from './refuse-before-upgrade.ts';

export interface InstallationOptions {
  readonly config: Config;
  /** The database may still be starting. */
  readonly owner: Promise<OwnerLogin>;
  readonly lifetime: Lifetime;
  readonly log: Logger;
  /** Called when the simulated exchange ended by itself, or another program took over the database: this one must end. */
  readonly onBroken: (error: unknown) => void;
}

/** What is stored, opened. */
export interface Installation {
  readonly databases: EngineDatabases;
  /** Null for a real exchange. */
  readonly simulator: SimulatorAccess | null;
}

/**
 * Opens the databases and the simulated exchange. Whatever can refuse does so before anything of an older version is
 * changed, so that after a refusal the older version still starts.
 * @throws AppError with what to change
 */
export async function openInstallation(options: InstallationOptions): Promise<Installation> {
  const { config } = options;
  if (config.exchange !== 'sim') {
    return {
      databases: await claimedDatabases(options, (found) => refuseBeforeUpgrade(config, found)),
      simulator: null,
    };
  }
  if (config.simulatorProcess === 'own') {
    const opened = claimedDatabases(options, (found) => refuseBeforeUpgrade(config, found));
    const [databases, simulator] = await together([opened, simulatorBeside(config)]);
    return { databases, simulator };
  }
  const { outdatedMarket } = await storedMarkets();
  if ((await outdatedMarket(simulatorFolder(config))) !== null) return openOnNewMarket(options);
  const opening = openSimulator(options);
  const opened = claimedDatabases(options, async (found) => {
    await refuseBeforeUpgrade(config, found);
    await opening; // Which reads all of its state.
  });
  const [databases, simulator] = await together([opened, opening]);
  return { databases, simulator };
}

/** The market of an older version is set aside last, when nothing can refuse any more. */
async function openOnNewMarket(options: InstallationOptions): Promise<Installation> {
  const { config, owner } = options;
  const check = async (found: Installed): Promise<void> => {
    await refuseBeforeUpgrade(config, found);
    await refuseNewMarket(config, found);
  };
  await check(await readInstalled((await owner).url));
  const databases = await claimedDatabases(options, check);
  return { databases, simulator: await openSimulator(options) };
}

/** @throws AppError as opening a new simulated market does */
async function refuseNewMarket(config: Config, { minuteAt }: Installed): Promise<void> {
  await refusePortInUse(config.simulatorHost, config.simulatorPort, 'SIMULATOR_PORT');
  await refusePortInUse(config.simulatorHost, config.simulatorTlsPort ?? 0, 'SIMULATOR_TLS_PORT');
  const { simulatorSetup } = await import('../simulator/simulator-setup.ts'); // With all prices, for this case alone.
  await simulatorSetup({
    folder: simulatorFolder(config),
    replay: config.simulatorReplay,
    pace: { kind: 'run', speed: config.marketSpeed as Speed }, // The setting allows only these speeds.
    notBefore: minuteAt,
    clock: config.simulatorClock ?? 'own',
  });
}

function openSimulator({ config, owner, lifetime, log, onBroken }: InstallationOptions): Promise<SimulatorAccess> {
  const stood = async () => {
    const { minuteAt } = await readInstalled((await owner).url);
    return minuteAt === null ? null : later(minuteAt, MINUTE_MS);
  };
  return openOwnSimulator({ config, lifetime, log, onBroken, stood });
}

/** @throws AppError ENVIRONMENT_OTHER, DATABASE_IN_USE, and whatever opening them throws */
async function claimedDatabases(
  { config, owner, lifetime, log, onBroken }: InstallationOptions,
  beforeUpgrade: (installed: Installed) => Promise<void>,
): Promise<EngineDatabases> {
  const watchLog = (line: string): void => log.warn(line);
  const program = { machine: hostname(), processId: process.pid, version: build().version };
  const lock = { program, log: watchLog, replaced: onBroken };
  const found = await openEngineDatabases(config, lifetime, { owner: await owner, watchLog, beforeUpgrade, lock });
  const lossy = await lossySettings(found.engine.db);
  if (lossy.length > 0) {
    log.warn(`The database may lose what it has acknowledged when the machine crashes: ${lossy.join(', ')} off.`);
  }
  if (!(await isSearchIndexed(found.engine.db))) {
    log.warn(
      'The log is searched without an index, because the database has not created pg_trgm; see docs/operations.md.',
    );
  }
  await claimEnvironment(found.engine, config.exchange);
  return found;
}

/** Promise.all that waits for all before it fails, so that nothing is opened after closing has begun. */
export async function together<const T extends readonly Promise<unknown>[]>(work: T) {
  await Promise.allSettled(work);
  return Promise.all(work);
}
