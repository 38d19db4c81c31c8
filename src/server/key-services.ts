import type { KeySigner } from '#keys/key-signer.ts';
import type { Sealer } from '#keys/sealer.ts';
import type { SignInReader } from '#keys/sign-in-reader.ts';
import type { PermissionsOfKeys } from '#ports/key-permissions.ts';

/** What requests need of the exchange keys: they seal and ask, the engine's side opens. */
export interface KeyServices {
  readonly sealer: Sealer;
  readonly permissions: PermissionsOfKeys;
  /** The engine's side. */
  readonly signer: Pick<KeySigner, 'check'>;
  readonly reader: Pick<SignInReader, 'notice' | 'readingOf' | 'subscribe'>;
  /** Setting API_KEYS_DOCUMENT where documents are our own table; null where they are hosted and only read. */
  readonly ownDocumentPath: string | null;
}
