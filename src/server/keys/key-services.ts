import type { RemoteSigner } from '#keys/key-signer.ts';
import type { Sealer } from '#keys/sealing/sealer.ts';
import type { SignInReader } from '#keys/sign-in-reader.ts';
import type { ExchangeCredentials } from '#ports/key-permissions.ts';

/** What requests need for exchange keys: they can seal; only the engine's side can open, and test at the exchange. */
export interface KeyServices {
  readonly sealer: Sealer;
  /** The engine's side. */
  readonly signer: Pick<RemoteSigner, 'permissionsOf' | 'check'>;
  readonly reader: Pick<SignInReader, 'notice' | 'readingOf' | 'subscribe'>;
  /** A new key to the user's account at the simulated exchange, the same account each time; null where accounts are real. */
  readonly openAccount: ((userId: string) => Promise<ExchangeCredentials>) | null;
  /** Setting API_KEYS_DOCUMENT where documents are our own table; null where they are hosted and only read. */
  readonly ownDocumentPath: string | null;
}
