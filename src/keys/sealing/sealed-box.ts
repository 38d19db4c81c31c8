import { decodeProtectedHeader, FlattenedEncrypt, flattenedDecrypt, type JWK } from 'jose';
import * as z from 'zod';
import { contextBytes, type SealContext } from './seal-context.ts';
import type { PrivateKey, PublicKey } from './sealing-keys.ts';

const AGREEMENT = 'ECDH-ES+A256KW';
const CIPHER = 'A256GCM';

const base64url = z.string().refine((text) => Buffer.from(text, 'base64url').toString('base64url') === text);

/** The members of a flattened JWE (RFC 7516, 7.2.2) that are stored. The context is authenticated and not stored. */
const box = z.strictObject({
  ciphertext: base64url,
  iv: base64url,
  tag: base64url,
  encrypted_key: base64url,
  protected: base64url,
});

/**
 * Seals a text for the holder of the private key: a flattened JWE, whose content key is wrapped by an X25519 agreement
 * with a fresh pair (ECDH-ES+A256KW) and whose content is encrypted by AES-256-GCM with the context as additional data.
 */
export async function sealBox(key: PublicKey, context: SealContext, text: string): Promise<Buffer> {
  const jwe = await new FlattenedEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: AGREEMENT, enc: CIPHER, kid: String(key.version) })
    .setAdditionalAuthenticatedData(contextBytes(context))
    .encrypt(publicJwk(key));
  const { aad: _context, ...stored } = jwe;
  return Buffer.from(JSON.stringify(box.parse(stored)));
}

/** Version of the key that opens it; null when it is not a sealed box. */
export function boxKeyVersion(sealed: Buffer): number | null {
  const stored = readBox(sealed);
  if (stored === null) return null;
  try {
    const { kid } = decodeProtectedHeader(stored);
    return typeof kid === 'string' && /^[1-9]\d{0,9}$/.test(kid) ? Number(kid) : null;
  } catch {
    return null;
  }
}

/** The text; null when a bit, the context or the key differs from what it was sealed with. */
export async function openBox(key: PrivateKey, context: SealContext, sealed: Buffer): Promise<string | null> {
  const stored = readBox(sealed);
  if (stored === null || boxKeyVersion(sealed) !== key.version) return null;
  try {
    const { plaintext } = await flattenedDecrypt(
      { ...stored, aad: contextBytes(context).toString('base64url') },
      { ...publicJwk(key), d: key.d },
      // Fixed here: a header may not choose a weaker algorithm.
      { keyManagementAlgorithms: [AGREEMENT], contentEncryptionAlgorithms: [CIPHER] },
    );
    return new TextDecoder().decode(plaintext);
  } catch {
    return null;
  }
}

/** Null unless the bytes are exactly what `sealBox` writes: one secret has one spelling. */
function readBox(sealed: Buffer): z.output<typeof box> | null {
  const text = sealed.toString();
  try {
    const stored = box.parse(JSON.parse(text));
    return JSON.stringify(stored) === text ? stored : null;
  } catch {
    return null;
  }
}

const publicJwk = ({ x }: PublicKey): JWK => ({ kty: 'OKP', crv: 'X25519', x });
