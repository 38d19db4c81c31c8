import * as z from 'zod';
import { AppError } from '#base/errors.ts';
import type { ExchangeCredentials } from '#ports/key-permissions.ts';
import { readKeyRing } from './key-ring.ts';
import { openSealed } from './open-sealed.ts';
import type { SealContext } from './seal-context.ts';

/** Opens sealed credentials; for the engine's side alone. */
export interface Opener {
  /** @throws AppError SEALING_KEY_UNREADABLE, EXCHANGE_KEY_UNREADABLE */
  open(sealed: Buffer, context: SealContext): Promise<ExchangeCredentials>;
}

const credentials = z.object({ apiKey: z.string(), secret: z.string() });

/** @param secretsDir - with the private halves, read anew each time */
export function createOpener(secretsDir: string): Opener {
  return {
    async open(sealed, context) {
      const text = await openSealed(await readKeyRing(secretsDir), context, sealed);
      const read = text === null ? null : credentialsIn(text);
      if (read === null) throw new AppError('EXCHANGE_KEY_UNREADABLE', UNREADABLE);
      return read;
    },
  };
}

/** Null without a word: the messages of parsers quote what they read. */
function credentialsIn(text: string): ExchangeCredentials | null {
  try {
    return credentials.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

const UNREADABLE = 'The stored exchange key can no longer be decrypted. Replace it.';
