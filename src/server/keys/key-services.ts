import type { KeySigner } from '#keys/key-signer.ts';
import type { Sealer } from '#keys/sealing/sealer.ts';
import type { SignInReader } from '#keys/sign-in-reader.ts';
import type { ExchangeCredentials, PermissionsOfKeys } from '#ports/key-permissions.ts';

/** What requests need for exchange keys: they can seal and test; only the engine's side can open. */
export interface KeyServices {
  readonly sealer: Sealer;
  readonly permissions: PermissionsOfKeys;
  /** The engine's side. */
  readonly signer: Pick<KeySigner, 'check'>;
  readonly reader: Pick<SignInReader, 'notice' | 'readingOf' | 'subscribe'>;
  /** A new key to the user's account at the simulated exchange, the same account each time; null where accounts are real. */
  readonly openAccount: ((userId: string) => Promise<ExchangeCredentials>) | null;
  /** Setting API_KEYS_DOCUMENT where documents are our own table; null where they are hosted and only read. */
  readonly ownDocumentPath: string | null;
}
