import { readKeyRing, readPublicKey } from './key-ring.ts';
import { openSealed } from './open-sealed.ts';
import type { SealContext } from './seal-context.ts';
import { sealBox } from './sealed-box.ts';

/** Seals any secret text; it cannot open what it sealed. */
export type SealText = (text: string, context: SealContext) => Promise<Buffer>;
/** Opens it, for whoever sends in the name of its user; null when it can no longer be opened. */
export type OpenText = (sealed: Buffer, context: SealContext) => Promise<string | null>;

/** @param secretsDir - only its public half is read, each time, so that a rotation takes effect at once */
export function textSealer(secretsDir: string): SealText {
  return async (text, context) => sealBox(await readPublicKey(secretsDir), context, text);
}

/** @param secretsDir - with the private keys, read for each use */
export function textOpener(secretsDir: string): OpenText {
  return async (sealed, context) => openSealed(await readKeyRing(secretsDir), context, sealed);
}
