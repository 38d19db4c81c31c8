import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import * as z from 'zod';

/** The half that can only seal. */
export interface PublicKey {
  readonly version: number;
  /** X25519, 32 bytes as base64url. */
  readonly x: string;
}

/** The half that opens; it includes the public one. */
export interface PrivateKey extends PublicKey {
  /** X25519, 32 bytes as base64url. */
  readonly d: string;
}

const raw = z.string().regex(/^[\w-]{43}$/);
const version = z.int().min(1).max(0xffff_ffff);

/** A public key as stored in a file. */
export const publicKeySchema = z.object({ version, x: raw });
/** A private key as stored in a file. Its halves must fit, or nothing sealed from now on could be opened. */
export const privateKeySchema = z.object({ version, x: raw, d: raw }).refine(({ x, d }) => publicOf(d, x) === x);

/** The public half of a private key; null when it is none. @param x - as stored, which does not matter */
function publicOf(d: string, x: string): unknown {
  try {
    const own = createPrivateKey({ key: { kty: 'OKP', crv: 'X25519', d, x }, format: 'jwk' });
    return createPublicKey(own).export({ format: 'jwk' }).x;
  } catch {
    return null; // The schema refuses it.
  }
}

/** Creates an X25519 key pair. */
export function newPrivateKey(version: number): PrivateKey {
  const { d, x } = generateKeyPairSync('x25519').privateKey.export({ format: 'jwk' });
  return privateKeySchema.parse({ version, x, d });
}
