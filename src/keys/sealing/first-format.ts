import { createDecipheriv, createPrivateKey, createPublicKey, diffieHellman, hkdfSync } from 'node:crypto';
import { contextBytes, type SealContext } from './seal-context.ts';
import type { PrivateKey } from './sealing-keys.ts';

const FORMAT = 1;
const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 5;
const WRAP_BYTES = KEY_BYTES + NONCE_BYTES + KEY_BYTES + TAG_BYTES;
const SEALED_BYTES_MIN = HEADER_BYTES + WRAP_BYTES + NONCE_BYTES + TAG_BYTES;
const WRAP_PURPOSE = 'botyard exchange key, data key wrap, format 1';

/**
 * Version of the key that opens a secret sealed by Botyard 0.1; null for anything else.
 * Layout: format, key version (4 bytes), fresh public key (32), nonce (12), wrapped data key (32 + 16), nonce (12),
 * text, tag (16).
 */
export function firstFormatKeyVersion(sealed: Buffer): number | null {
  if (sealed.length < SEALED_BYTES_MIN || sealed[0] !== FORMAT) return null;
  return sealed.readUInt32BE(1);
}

/** The text; null when a bit, the context or the key differs from what it was sealed with. */
export function openFirstFormat(key: PrivateKey, context: SealContext, sealed: Buffer): string | null {
  if (firstFormatKeyVersion(sealed) !== key.version) return null;
  const wrap = sealed.subarray(HEADER_BYTES, HEADER_BYTES + WRAP_BYTES);
  const wrapKey = wrapKeyOf(key, wrap.subarray(0, KEY_BYTES));
  const dataKey = wrapKey && decrypted(wrapKey, context, wrap.subarray(KEY_BYTES));
  const text = dataKey && decrypted(dataKey, context, sealed.subarray(HEADER_BYTES + WRAP_BYTES));
  return text?.toString() ?? null;
}

/** Null for the few points with which every key agreement gives zero. */
function wrapKeyOf(key: PrivateKey, freshX: Buffer): Buffer | null {
  const own = { kty: 'OKP', crv: 'X25519', x: key.x };
  try {
    const shared = diffieHellman({
      privateKey: createPrivateKey({ key: { ...own, d: key.d }, format: 'jwk' }),
      publicKey: createPublicKey({ key: { ...own, x: freshX.toString('base64url') }, format: 'jwk' }),
    });
    const salt = Buffer.concat([freshX, Buffer.from(key.x, 'base64url')]);
    return Buffer.from(hkdfSync('sha256', shared, salt, WRAP_PURPOSE, KEY_BYTES));
  } catch {
    return null;
  }
}

function decrypted(key: Buffer, context: SealContext, box: Buffer): Buffer | null {
  const nonce = box.subarray(0, NONCE_BYTES);
  const tag = box.subarray(-TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce).setAAD(contextBytes(context)).setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(box.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}
