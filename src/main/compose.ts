import { existsSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { NewAccount } from '#identity/accounts.ts';
import { sharedFiles } from '#market/candle-files/shared-files.ts';
import { buildServer } from '#server/app.ts';
import { USUAL_LIMITS } from '#server/http/callers/request-limits.ts';
import { build } from './build.ts';
import type { Config } from './config.ts';
import type { OwnerLogin } from './databases.ts';
import type { MarketConfig } from './engine/exchange-market.ts';
import { marketFolder } from './engine/market-folder.ts';
import { startEngine } from './engine/start-engine.ts';
import { openExchangeKeys } from './exchange-keys.ts';
import { startLab } from './lab/start-lab.ts';
import type { Lifetime } from './lifetime.ts';
import { startMarketReaders } from './market-readers.ts';
import { startNotices } from './notify/start-notices.ts';
import { hostedDocumentsOf, type IdentityParts, openIdentity } from './open-identity.ts';
import { simulatedAccounts } from './simulator/simulated-account.ts';
import { openInstallation, together } from './upgrade/open-installation.ts';
import { watchDisk } from './watch-disk.ts';

const WEB_ROOT = path.resolve(import.meta.dirname, '../../dist/web');

/** The parts of the program, connected but not yet listening. */
export interface Program {
  readonly server: FastifyInstance;
  /** The owner created by this start; null if there were accounts already. */
  readonly newOwner: NewAccount | null;
}

export interface ComposeOptions {
  readonly config: Config;
  /** The database may still be starting. */
  readonly owner: Promise<OwnerLogin>;
  readonly lifetime: Lifetime;
  readonly log: Logger;
  /** Called when an assertion fails in the engine: the program must end. */
  readonly onBrokenEngine: (error: unknown) => void;
}

/**
 * Chooses the implementation of every part and connects them; parts that must be closed are added to the lifetime.
 * @throws AppError for outside failures
 */
export async function compose(options: ComposeOptions): Promise<Program> {
  const { config, owner, lifetime, log, onBrokenEngine } = options;
  const warn = (line: string): void => log.warn(line);
  const started = startEngine({ warn, failed: onBrokenEngine }); // It loads while database and simulator are being opened.
  const { databases, simulator } = await openInstallation({ config, owner, lifetime, log, onBroken: onBrokenEngine });
  await lifetime.add('engine', () => started.stop()); // Closed before both of them, because it still stores its last decisions.
  const { app, engine, identity, engineUrl, labUrl, memberId } = databases;
  const keys = await openExchangeKeys({
    config,
    engine,
    lifetime,
    log: warn,
    signer: started.signer,
    hosted: hostedDocumentsOf(config),
    openAccount: simulator === null ? null : simulatedAccounts(simulator),
  });
  const [who] = await together([
    openIdentity(config, { identity, ownerUrl: (await owner).url }),
    started.open({
      config: marketConfigOf(config),
      logDays: config.logDays,
      engineUrl,
      memberId,
      secretsDir: config.secretsDir,
      simulator,
    }),
  ]);
  const candleFolders = [...new Set([marketFolder(config), config.candlesDir])];
  const lab = await startLab({ labUrl, folders: candleFolders, ...build() }, { warn, failed: onBrokenEngine });
  await lifetime.add('lab', () => lab.stop());
  const disk = await watchDisk(config.dataDir);
  await lifetime.add('watch of the disk', async () => disk.stop());
  const beside = { config, database: engine, engine: started, lifetime, warn };
  const readers = await startMarketReaders({ ...beside, isSimulated: simulator !== null });
  const system = { isDatabaseAnswering: databases.isAnswering, disk: disk.state };
  const notices = await startNotices({ ...beside, system });
  await lifetime.add('notices', () => notices.stop());
  const server = await buildServer({
    database: app,
    runtime: started.runtime,
    verifier: who.verifier,
    plugins: who.plugins,
    settings: settingsOf(config, who),
    webRoot: existsSync(WEB_ROOT) ? WEB_ROOT : null,
    log,
    demo: started.demo,
    keys,
    market: {
      ...started.market,
      leftOut: () => [...started.market.leftOut(), ...readers.leftOutCoins()],
      signedPrice: started.signedPrice,
    },
    lab: lab.services,
    sharedCandles: config.labToken === null ? null : { token: config.labToken, files: sharedFiles(candleFolders) },
    ...readers.services,
    endSession: who.endSession,
    system,
    notices: notices.services,
    trustedProxies: config.trustedProxies,
    publicOrigins: config.publicOrigins,
    rateLimits: { ...USUAL_LIMITS, address: config.requestsPerAddress },
  });
  await lifetime.add('server', () => server.close());
  return { server, newOwner: who.newOwner };
}

/** The settings passed to the engine's thread. */
function marketConfigOf(config: Config): MarketConfig {
  const { exchange, dataDir, candlesDir, simulatorReplay, backFillDays, marketSpeed } = config;
  return { exchange, dataDir, candlesDir, simulatorReplay, backFillDays, marketSpeed };
}

function settingsOf(config: Config, { settings }: IdentityParts) {
  return { title: config.productTitle, environment: config.exchange, logDays: config.logDays, ...settings, ...build() };
}
