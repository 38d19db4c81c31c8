import type { SealContext } from './seal-context.ts';

/** An exchange key that only the engine's signer can open. Everything that leaves the signer's thread has this form. */
export interface SealedKey {
  readonly sealed: Uint8Array;
  readonly context: SealContext;
}
