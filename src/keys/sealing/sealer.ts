import type { ExchangeCredentials } from '#ports/key-permissions.ts';
import { readPublicKey } from './key-ring.ts';
import type { SealContext } from './seal-context.ts';
import { sealBox } from './sealed-box.ts';

/** Seals credentials; it cannot open what it sealed. */
export interface Sealer {
  /** @throws AppError SEALING_KEY_UNREADABLE */
  seal(credentials: ExchangeCredentials, context: SealContext): Promise<Buffer>;
}

/** @param secretsDir - only its public half is read, each time, so that a rotation takes effect at once */
export function createSealer(secretsDir: string): Sealer {
  return {
    async seal({ apiKey, secret }, context) {
      return sealBox(await readPublicKey(secretsDir), context, JSON.stringify({ apiKey, secret }));
    },
  };
}
