import type { FastifyPluginAsync } from 'fastify';
import { FIRESTORE_ORIGIN, firestoreDocuments } from '#adapters/documents-firestore/firestore-documents.ts';
import { instantOf } from '#base/time.ts';
import { ensureOwner, type NewAccount } from '#identity/accounts.ts';
import { createHostedIdentity } from '#identity/hosted/hosted-identity.ts';
import { hostedKeys } from '#identity/hosted/hosted-keys.ts';
import {
  GOOGLE_SIGN_IN_ORIGINS,
  type HostedProject,
  hostedUserId,
  issuerOf,
  keysUrl,
} from '#identity/hosted/hosted-project.ts';
import { REMEMBERED_MAX } from '#identity/passwords/attempt-throttle.ts';
import { identityRoutes } from '#identity/service/identity-routes.ts';
import { createIdentityService } from '#identity/service/identity-service.ts';
import { endSession, sessionStatus } from '#identity/sessions.ts';
import { openSigningKeys } from '#identity/signing-keys.ts';
import type { Documents } from '#ports/documents.ts';
import { type Caller, createTokenVerifier, type TokenVerifier } from '#server/http/callers/auth.ts';
import type { ServerSettings } from '#server/services.ts';
import { knownAddresses } from '#storage/audit/known-addresses.ts';
import type { Database } from '#storage/database/database.ts';
import type { Config } from './config.ts';

/** The SDK requires a key; the embedded service ignores it. */
const EMBEDDED_API_KEY = 'embedded';

/** The identity service, and where users sign in. */
export interface IdentityParts {
  readonly verifier: TokenVerifier;
  readonly plugins: readonly FastifyPluginAsync[];
  readonly settings: Pick<ServerSettings, 'identity' | 'signInOrigins'>;
  /** The owner created by this start; null if there were accounts already or accounts are hosted. */
  readonly newOwner: NewAccount | null;
  readonly endSession: (caller: Caller, address: string) => Promise<void>;
}

/** The logins that an identity service needs. */
export interface IdentityLogins {
  /** Logged in with the identity role. */
  readonly identity: Database;
  /** Owns the tables, and alone reads the audit trail. */
  readonly ownerUrl: string;
}

/** Opens the configured identity service. */
export function openIdentity(config: Config, logins: IdentityLogins): Promise<IdentityParts> {
  return config.firebase === null ? openEmbedded(config, logins) : openHosted(config.firebase, logins.identity);
}

/** Documents of a hosted project; null if they are our own. */
export function hostedDocumentsOf({ firebase }: Config): Documents | null {
  if (firebase === null) return null;
  return firestoreDocuments({ origin: firebase.origin ?? FIRESTORE_ORIGIN, projectId: firebase.projectId });
}

async function openEmbedded(config: Config, { identity: database, ownerUrl }: IdentityLogins): Promise<IdentityParts> {
  const keys = await openSigningKeys(config.secretsDir);
  const verifier = createTokenVerifier({
    issuer: keys.issuer,
    audience: keys.projectId,
    keySet: keys.keySet,
    tokenState: (caller) => sessionStatus(database, caller),
  });
  const newOwner = await ensureOwner(database, { email: config.ownerEmail, password: config.ownerPassword });
  const service = await createIdentityService({
    database,
    keys,
    signedIn: await knownAddresses(ownerUrl, REMEMBERED_MAX),
    onSessionsEnded: (userId) => verifier.forget(userId),
  });
  const identity = { isEmbedded: true, projectId: keys.projectId, apiKey: EMBEDDED_API_KEY, origin: null };
  return {
    verifier,
    newOwner,
    plugins: [identityRoutes({ service, keys })],
    settings: { identity, signInOrigins: [] },
    endSession: async (caller, address) => {
      await endSession(database, caller, { address, now: instantOf(Date.now()) });
      verifier.forget(caller.userId);
    },
  };
}

/** The same verifier: only issuer, key set and the check of the session's state differ. */
async function openHosted(project: HostedProject, database: Database): Promise<IdentityParts> {
  const hosted = createHostedIdentity({ database, project });
  const verifier = createTokenVerifier({
    issuer: issuerOf(project),
    audience: project.projectId,
    keySet: hostedKeys(keysUrl(project)),
    userIdOf: (subject) => hostedUserId(project, subject),
    tokenState: (caller, sent) => hosted.statusOf(caller, sent),
  });
  const { projectId, apiKey, origin } = project;
  return {
    verifier,
    newOwner: null,
    plugins: [],
    settings: {
      identity: { isEmbedded: false, projectId, apiKey, origin },
      signInOrigins: origin === null ? GOOGLE_SIGN_IN_ORIGINS : [origin],
    },
    endSession: async (caller, address) => {
      await hosted.endSession(caller, address);
      verifier.forget(caller.userId);
    },
  };
}
