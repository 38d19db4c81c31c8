import type { ExchangeCredentials } from '#ports/key-permissions.ts';
import { readPublicKey } from './key-ring.ts';
import type { SealContext } from './seal-context.ts';
import { sealBox } from './sealed-box.ts';

/** Seals credentials; it cannot open what it sealed. */
export interface Sealer {
  /** @throws AppError SEALING_KEY_UNREADABLE */
  seal(credentials: ExchangeCredentials, context: SealContext): Promise<Buffer>;
}

/** @param secretsDir - of which only the public half is read, anew each time, so that a rotation counts at once */
export function createSealer(secretsDir: string): Sealer {
  return {
    async seal({ apiKey, secret }, context) {
      return sealBox(await readPublicKey(secretsDir), context, JSON.stringify({ apiKey, secret }));
    },
  };
}
