import { existsSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createLocalJWKSet } from 'jose';
import type { Logger } from 'pino';
import { instantOf } from '#base/time.ts';
import { ensureOwner, type NewAccount } from '#identity/accounts.ts';
import { identityRoutes } from '#identity/identity-routes.ts';
import { createIdentityService } from '#identity/identity-service.ts';
import { endSession, standingOf } from '#identity/sessions.ts';
import { openSigningKeys, type SigningKeys } from '#identity/signing-keys.ts';
import { openReplayFeed } from '#market/recording/replay-feed.ts';
import { demoOf } from '#runtime/demo.ts';
import { type PaperRuntime, startPaperRuntime } from '#runtime/paper-runtime.ts';
import { buildServer } from '#server/app.ts';
import { createTokenVerifier, type TokenVerifier } from '#server/auth.ts';
import { build } from './build.ts';
import type { Config } from './config.ts';
import type { Databases } from './databases.ts';
import { openExchangeKeys } from './exchange-keys.ts';
import type { Lifetime } from './lifetime.ts';

const WEB_ROOT = path.resolve(import.meta.dirname, '../../dist/web');
/** The SDK wants some key; the embedded service asks for none. */
const EMBEDDED_API_KEY = 'embedded';

/** The parts of the program, put together and not yet listening. */
export interface Program {
  readonly server: FastifyInstance;
  /** Made by this start; null when there were accounts already. */
  readonly newOwner: NewAccount | null;
}

export interface ComposeOptions {
  readonly config: Config;
  /** May still be on the way. */
  readonly databases: Promise<Databases>;
  readonly lifetime: Lifetime;
  readonly log: Logger;
  /** The engine met a broken belief: the program must end. */
  readonly onBrokenEngine: (error: unknown) => void;
}

/**
 * Chooses the implementation of every part and puts them together; what has a lifetime is added to it.
 * @throws AppError when something outside stands in the way
 */
export async function compose(options: ComposeOptions): Promise<Program> {
  const { config, lifetime, log, onBrokenEngine } = options;
  const [databases, feed, keys] = await together([
    options.databases,
    openReplayFeed(),
    openSigningKeys(config.secretsDir),
  ]);
  const { app, engine, identity } = databases;
  const verifier = verifierOf(keys, identity);
  const startEngine = async (): Promise<PaperRuntime> => {
    const tell = (line: string): void => log.warn(line);
    const runtime = await startPaperRuntime({
      engine,
      feed,
      speed: config.marketSpeed,
      log: tell,
      failed: onBrokenEngine,
    });
    await lifetime.add('engine', () => runtime.stop());
    feed.run(config.marketSpeed);
    return runtime;
  };
  const exchangeKeys = await openExchangeKeys({
    config,
    engine,
    lifetime,
    log: (line) => log.warn(line),
    // The prices of this environment come from a recording: there is no exchange that could be asked.
    permissions: { permissionsOf: async () => ({ kind: 'unreachable' }) },
    hostedDocuments: null,
    openAccount: null,
  });
  const [newOwner, runtime, service] = await together([
    ensureOwner(identity, { email: config.ownerEmail, password: config.ownerPassword }),
    startEngine(),
    createIdentityService({ database: identity, keys, onSessionsEnded: (userId) => verifier.forget(userId) }),
  ]);
  const server = await buildServer({
    database: app,
    runtime,
    feed,
    verifier,
    plugins: [identityRoutes({ service, keys })],
    settings: settingsOf(config, keys),
    webRoot: existsSync(WEB_ROOT) ? WEB_ROOT : null,
    log,
    demo: demoOf({ engine, runtime, feed }),
    keys: exchangeKeys.services,
    endSession: async (caller) => {
      await endSession(identity, caller, instantOf(Date.now()));
      verifier.forget(caller.userId);
    },
  });
  await lifetime.add('server', () => server.close());
  return { server, newOwner };
}

/** Promise.all that waits for the slower ones before it fails, so that nothing opens behind the closing. */
async function together<const T extends readonly Promise<unknown>[]>(work: T) {
  await Promise.allSettled(work);
  return Promise.all(work);
}

type IdentityDatabase = Parameters<typeof standingOf>[0];

/** The same check for the embedded identity and a hosted one: only the issuer and the key set differ. */
function verifierOf(keys: SigningKeys, identity: IdentityDatabase): TokenVerifier {
  return createTokenVerifier({
    issuer: keys.issuer,
    audience: keys.projectId,
    keySet: createLocalJWKSet(keys.publicKeys),
    standing: (caller) => standingOf(identity, caller),
  });
}

function settingsOf(config: Config, keys: SigningKeys) {
  return {
    title: config.productTitle,
    environment: config.exchange,
    identity: { isEmbedded: true, projectId: keys.projectId, apiKey: EMBEDDED_API_KEY },
    ...build(),
  };
}
