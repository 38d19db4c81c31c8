import { hostedDocuments } from '#keys/key-documents.ts';
import type { RemoteSigner } from '#keys/key-signer.ts';
import { recheckDaily } from '#keys/recheck-daily.ts';
import { ensureKeyRing } from '#keys/sealing/key-ring.ts';
import { createSealer } from '#keys/sealing/sealer.ts';
import { createSignInReader } from '#keys/sign-in-reader.ts';
import { simulatedDocument } from '#keys/simulated-document.ts';
import { storedDocuments } from '#keys/stored-documents.ts';
import type { Documents } from '#ports/documents.ts';
import type { ExchangeCredentials } from '#ports/key-permissions.ts';
import type { KeyServices } from '#server/keys/key-services.ts';
import type { Database } from '#storage/database/database.ts';
import type { Config } from './config.ts';
import type { Lifetime } from './lifetime.ts';

/** The dependencies of exchange keys. */
export interface ExchangeKeyParts {
  readonly config: Config;
  readonly engine: Database;
  readonly lifetime: Lifetime;
  readonly log: (line: string) => void;
  /** In the engine's thread, which alone opens keys; called once the thread is open. */
  readonly signer: RemoteSigner;
  /** Hosted documents; null for our own table. */
  readonly hosted: Documents | null;
  /** A new key to the user's simulated account, opened when there is none. Null when accounts are real. */
  readonly openAccount: ((userId: string) => Promise<ExchangeCredentials>) | null;
}

/** Creates the sealing keys at the first start, and the services for requests. @throws AppError SEALING_KEY_UNREADABLE */
export async function openExchangeKeys(parts: ExchangeKeyParts): Promise<KeyServices> {
  const { config, engine, lifetime, log, signer, hosted, openAccount } = parts;
  await ensureKeyRing(config.secretsDir);
  const environment = config.exchange;
  const sealer = createSealer(config.secretsDir);
  const stored = storedDocuments(engine);
  const reader = createSignInReader({
    engine,
    environment,
    signer,
    log,
    now: Date.now,
    documents: hosted === null ? stored : hostedDocuments(hosted, sealer),
    documentPath: config.apiKeysDocument,
    makeDocument: openAccount && simulatedDocument({ engine, sealer, stored, openAccount, now: Date.now }),
  });
  await lifetime.add('reading of keys', () => reader.close());
  const recheck = recheckDaily({ engine, environment, signer, log });
  await lifetime.add('daily check of keys', () => recheck.stop());
  const ownDocumentPath = hosted === null ? config.apiKeysDocument : null;
  return { sealer, signer, reader, openAccount, ownDocumentPath };
}
