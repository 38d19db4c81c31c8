import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type FastifyPluginAsync, fastify } from 'fastify';
import { instantOf } from '#base/time.ts';
import { identityRoutes } from '#identity/service/identity-routes.ts';
import { createIdentityService } from '#identity/service/identity-service.ts';
import { endSession, sessionStatus } from '#identity/sessions.ts';
import { openSigningKeys, type SigningKeys } from '#identity/signing-keys.ts';
import { createTokenVerifier, type TokenVerifier } from '#server/http/callers/auth.ts';
import { type Database, openIdentityDatabase } from '#storage/database/database.ts';
import { startTestDatabase } from './database.ts';

/** The embedded identity on its own database, listening on a free port of this machine. */
export interface TestIdentity {
  readonly origin: string;
  readonly database: Database;
  /** Login that owns the tables. */
  readonly ownerUrl: string;
  readonly keys: SigningKeys;
  readonly verifier: TokenVerifier;
  /** Wall time of the service and the verifier; tests advance it. */
  readonly clock: { aheadMs: number };
  signOut(token: string): Promise<void>;
  close(): Promise<void>;
}

/** @param pages - additional routes of the same origin, such as a page for a browser */
export async function startTestIdentity(pages?: (identity: TestIdentity) => FastifyPluginAsync): Promise<TestIdentity> {
  const server = await startTestDatabase();
  const database = openIdentityDatabase(server.identityUrl);
  const secrets = await mkdtemp(path.join(tmpdir(), 'botyard-secrets-'));
  const keys = await openSigningKeys(secrets);
  const clock = { aheadMs: 0 };
  const now = (): number => Date.now() + clock.aheadMs;
  const verifier = createTokenVerifier({
    issuer: keys.issuer,
    audience: keys.projectId,
    keySet: keys.keySet,
    tokenState: (caller) => sessionStatus(database, caller),
    now,
  });
  const service = await createIdentityService({ database, keys, now, onSessionsEnded: (id) => verifier.forget(id) });
  const app = fastify();
  await app.register(identityRoutes({ service, keys }));

  const identity: Omit<TestIdentity, 'origin'> = {
    database,
    ownerUrl: server.ownerUrl,
    keys,
    verifier,
    clock,
    async signOut(token) {
      const caller = await verifier.verify(token);
      await endSession(database, caller, { address: '127.0.0.1', now: instantOf(now()) });
      verifier.forget(caller.userId);
    },
    async close() {
      await app.close();
      await database.close();
      await server.close();
      await rm(secrets, { recursive: true });
    },
  };
  let origin = '';
  const whole: TestIdentity = Object.defineProperty({ ...identity, origin }, 'origin', { get: () => origin });
  if (pages) await app.register(pages(whole));
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return whole;
}
