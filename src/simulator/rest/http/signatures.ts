import { createHmac, createPublicKey, type KeyObject, timingSafeEqual, verify } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ApiKey } from '../../simulation.ts';

/**
 * How a key signs: with a secret that both sides know, or with the private half of a pair.
 * https://developers.binance.com/docs/derivatives/usds-margined-futures/general-info
 */
export type KeyKind = 'hmac' | 'ed25519' | 'rsa';

const RSA_BITS_MIN = 2_048;
const HEX_SIGNATURE = /^[0-9A-Fa-f]{64}$/;
/** Verified signatures need the parsed key, and parsing it takes as long as verifying. */
const parsed = new LRUCache<string, KeyObject>({ max: 1_000 });

/** The kind of a public key in PEM; null when it is none that the exchange takes. */
export function publicKeyKind(pem: string): Exclude<KeyKind, 'hmac'> | null {
  const key = parsedKey(pem);
  if (key?.asymmetricKeyType === 'ed25519') return 'ed25519';
  const bits = key?.asymmetricKeyDetails?.modulusLength ?? 0;
  return key?.asymmetricKeyType === 'rsa' && bits >= RSA_BITS_MIN ? 'rsa' : null;
}

export function keyKind({ publicKey }: Pick<ApiKey, 'publicKey'>): KeyKind {
  return publicKey === undefined ? 'hmac' : (publicKeyKind(publicKey) ?? 'hmac');
}

/**
 * Whether a text was signed with the key: HMAC SHA-256 in hexadecimal, RSA (PKCS #1 v1.5, SHA-256) or Ed25519 in base64.
 * @param text - one character a byte
 */
export function isSigned(text: string, signature: string, key: Pick<ApiKey, 'secret' | 'publicKey'>): boolean {
  const bytes = Buffer.from(text, 'latin1');
  if (key.publicKey === undefined) return isHashed(bytes, signature, key.secret);
  const publicKey = parsedKey(key.publicKey);
  if (publicKey === null) return false;
  const algorithm = publicKey.asymmetricKeyType === 'rsa' ? 'RSA-SHA256' : null;
  return verify(algorithm, bytes, publicKey, Buffer.from(signature, 'base64'));
}

function isHashed(bytes: Buffer, signature: string, secret: string): boolean {
  if (!HEX_SIGNATURE.test(signature)) return false;
  return timingSafeEqual(Buffer.from(signature, 'hex'), createHmac('sha256', secret).update(bytes).digest());
}

function parsedKey(pem: string): KeyObject | null {
  const known = parsed.get(pem);
  if (known !== undefined) return known;
  try {
    const key = createPublicKey({ key: pem, format: 'pem' });
    parsed.set(pem, key);
    return key;
  } catch {
    return null; // The caller says what a key must be.
  }
}
