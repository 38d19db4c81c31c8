import { createKeySigner, type KeySigner } from '#keys/key-signer.ts';
import { recheckDaily } from '#keys/recheck-daily.ts';
import { ensureKeyRing } from '#keys/sealing/key-ring.ts';
import { createOpener } from '#keys/sealing/opener.ts';
import { resealFirstFormat } from '#keys/sealing/reseal.ts';
import { createSealer } from '#keys/sealing/sealer.ts';
import { createSignInReader } from '#keys/sign-in-reader.ts';
import { simulatedDocument } from '#keys/simulated-document.ts';
import { storedDocuments } from '#keys/stored-documents.ts';
import type { Documents } from '#ports/documents.ts';
import type { ExchangeCredentials, PermissionsOfKeys } from '#ports/key-permissions.ts';
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
  /** Checks keys at the exchange of this installation. */
  readonly permissions: PermissionsOfKeys;
  /** Hosted documents; null for our own table. */
  readonly hostedDocuments: Documents | null;
  /** A new key to the user's simulated account, opened when there is none. Null when accounts are real. */
  readonly openAccount: ((userId: string) => Promise<ExchangeCredentials>) | null;
}

/** The two sides of exchange keys: the services for requests, and the engine's signer, which alone can open keys. */
export interface ExchangeKeys {
  readonly services: KeyServices;
  readonly signer: KeySigner;
}

/** Creates the sealing keys at the first start and connects both sides. @throws AppError SEALING_KEY_UNREADABLE */
export async function openExchangeKeys(parts: ExchangeKeyParts): Promise<ExchangeKeys> {
  const { config, engine, lifetime, log, permissions, hostedDocuments } = parts;
  await ensureKeyRing(config.secretsDir);
  const { resealed, unreadable } = await resealFirstFormat({ engine, secretsDir: config.secretsDir });
  if (resealed > 0) log(`${resealed} exchange keys and documents were sealed again in the current format`);
  if (unreadable > 0)
    log(`${unreadable} exchange keys or documents cannot be opened: their users must add the key again`);
  const environment = config.exchange;
  const sealer = createSealer(config.secretsDir);
  const opener = createOpener(config.secretsDir);
  const signer = createKeySigner({ engine, environment, opener, permissions });
  const { openAccount } = parts;
  const stored = storedDocuments({ engine, opener });
  const reader = createSignInReader({
    engine,
    environment,
    sealer,
    permissions,
    log,
    now: Date.now,
    documents: hostedDocuments ?? stored,
    documentPath: config.apiKeysDocument,
    makeDocument: openAccount && simulatedDocument({ engine, sealer, stored, openAccount, now: Date.now }),
  });
  await lifetime.add('reading of keys', () => reader.close());
  const recheck = recheckDaily({ engine, environment, signer, log });
  await lifetime.add('daily check of keys', () => recheck.stop());
  const ownDocumentPath = hostedDocuments === null ? config.apiKeysDocument : null;
  return { services: { sealer, permissions, signer, reader, openAccount, ownDocumentPath }, signer };
}
