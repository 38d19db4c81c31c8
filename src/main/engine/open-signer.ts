import type { Environment } from '#base/environment.ts';
import { createKeySigner, type KeySigner } from '#keys/key-signer.ts';
import { createOpener } from '#keys/sealing/opener.ts';
import { resealFirstFormat } from '#keys/sealing/reseal.ts';
import { createSealer } from '#keys/sealing/sealer.ts';
import type { PermissionsOfKeys } from '#ports/key-permissions.ts';
import type { Database } from '#storage/database/database.ts';

interface SignerParts {
  readonly engine: Database;
  readonly environment: Environment;
  /** With the private keys. */
  readonly secretsDir: string;
  /** Checks keys at the exchange of this installation. */
  readonly permissions: PermissionsOfKeys;
  readonly log: (line: string) => void;
}

/** Opens the signer of exchange keys, after sealing anew what is in the format of an old version. @throws AppError SEALING_KEY_UNREADABLE */
export async function openSigner({
  engine,
  environment,
  secretsDir,
  permissions,
  log,
}: SignerParts): Promise<KeySigner> {
  const { resealed, unreadable } = await resealFirstFormat({ engine, secretsDir });
  if (resealed > 0) log(`${resealed} exchange keys and documents were sealed again in the current format`);
  if (unreadable > 0)
    log(`${unreadable} exchange keys or documents cannot be opened: their users must add the key again`);
  const [opener, sealer] = [createOpener(secretsDir), createSealer(secretsDir)];
  return createKeySigner({ engine, environment, opener, sealer, permissions });
}
