import * as z from 'zod';
import { AppError } from '#base/errors.ts';
import type { ExchangeCredentials } from '#ports/key-permissions.ts';
import { readKeyRing } from './key-ring.ts';
import { openSealed } from './open-sealed.ts';
import type { SealedKey } from './sealed-key.ts';

/** Opens sealed credentials; only for the engine. */
export interface Opener {
  /** @throws AppError SEALING_KEY_UNREADABLE, EXCHANGE_KEY_UNREADABLE */
  open(key: SealedKey): Promise<ExchangeCredentials>;
}

const credentials = z.object({ apiKey: z.string(), secret: z.string() });

/** @param secretsDir - with the private keys, read for each use */
export function createOpener(secretsDir: string): Opener {
  return {
    async open({ sealed, context }) {
      const text = await openSealed(await readKeyRing(secretsDir), context, Buffer.from(sealed));
      const read = text === null ? null : credentialsIn(text);
      if (read === null) throw new AppError('EXCHANGE_KEY_UNREADABLE', UNREADABLE);
      return read;
    },
  };
}

/** Returns null instead of an error, because parser messages quote their input. */
function credentialsIn(text: string): ExchangeCredentials | null {
  try {
    return credentials.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

const UNREADABLE = 'The stored exchange key can no longer be decrypted. Replace it.';
