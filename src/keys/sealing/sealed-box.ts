import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import * as z from 'zod';

/** Whose secret it is and which one; sealed for one context it opens in no other. */
export interface SealContext {
  readonly userId: string;
  /** The account at the exchange, or the path of a document. */
  readonly account: string;
  /** Environment of the exchange; "document" for a stored document. */
  readonly exchange: string;
  /** Counts the secrets of this account, so that an old one cannot be put back. */
  readonly version: number;
}

/** The half that only seals. */
export interface PublicKey {
  readonly version: number;
  /** X25519, 32 bytes as base64url. */
  readonly x: string;
}

/** The half that opens; it holds the public one. */
export interface PrivateKey extends PublicKey {
  /** X25519, 32 bytes as base64url. */
  readonly d: string;
}

const raw = z.string().regex(/^[\w-]{43}$/);
const version = z.int().min(1).max(0xffff_ffff);

/** A public key as it lies in a file. */
export const publicKeySchema = z.object({ version, x: raw });
/** A private key as it lies in a file. */
export const privateKeySchema = z.object({ version, x: raw, d: raw });

const FORMAT = 1;
const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 5;
const WRAP_BYTES = KEY_BYTES + NONCE_BYTES + KEY_BYTES + TAG_BYTES;
const SEALED_BYTES_MIN = HEADER_BYTES + WRAP_BYTES + NONCE_BYTES + TAG_BYTES;
const WRAP_PURPOSE = 'botyard exchange key, data key wrap, format 1';

/** Makes a key pair. */
export function newPrivateKey(version: number): PrivateKey {
  const { d, x } = generateKeyPairSync('x25519').privateKey.export({ format: 'jwk' });
  return privateKeySchema.parse({ version, x, d });
}

/**
 * Seals a text for the holder of the private key. A fresh AES-256-GCM data key seals the text; an X25519 agreement with
 * a fresh pair, through HKDF-SHA-256, wraps the data key. Every nonce is 96 random bits, every key is used once.
 * Layout: format, key version (4 bytes), fresh public key (32), nonce (12), wrapped data key (32 + 16), nonce (12), text, tag (16).
 */
export function sealBox(key: PublicKey, context: SealContext, text: string): Buffer {
  const dataKey = randomBytes(KEY_BYTES);
  return Buffer.concat([wrapped(key, context, dataKey), encrypted(dataKey, context, Buffer.from(text))]);
}

/** Version of the key that opens it; null when it is no sealed box. */
export function keyVersionOf(sealed: Buffer): number | null {
  if (sealed.length < SEALED_BYTES_MIN || sealed[0] !== FORMAT) return null;
  return sealed.readUInt32BE(1);
}

/** The text; null when a bit, the context or the key is another one than it was sealed with. */
export function openBox(key: PrivateKey, context: SealContext, sealed: Buffer): string | null {
  const dataKey = unwrapped(key, context, sealed);
  if (dataKey === null) return null;
  const text = decrypted(dataKey, context, sealed.subarray(HEADER_BYTES + WRAP_BYTES));
  return text === null ? null : text.toString();
}

/** The same box for another key, its text never opened; null when this key does not open it. */
export function rewrapBox(
  keys: { readonly from: PrivateKey; readonly to: PublicKey },
  context: SealContext,
  sealed: Buffer,
): Buffer | null {
  const dataKey = unwrapped(keys.from, context, sealed);
  if (dataKey === null) return null;
  return Buffer.concat([wrapped(keys.to, context, dataKey), sealed.subarray(HEADER_BYTES + WRAP_BYTES)]);
}

function wrapped(key: PublicKey, context: SealContext, dataKey: Buffer): Buffer {
  const header = Buffer.alloc(HEADER_BYTES, FORMAT);
  header.writeUInt32BE(key.version, 1);
  const fresh = generateKeyPairSync('x25519');
  const freshX = Buffer.from(String(fresh.publicKey.export({ format: 'jwk' }).x), 'base64url');
  const shared = diffieHellman({ privateKey: fresh.privateKey, publicKey: publicObject(key.x) });
  const wrapKey = wrapKeyOf(shared, freshX, key.x);
  return Buffer.concat([header, freshX, encrypted(wrapKey, context, dataKey)]);
}

function unwrapped(key: PrivateKey, context: SealContext, sealed: Buffer): Buffer | null {
  if (keyVersionOf(sealed) !== key.version) return null;
  const wrap = sealed.subarray(HEADER_BYTES, HEADER_BYTES + WRAP_BYTES);
  const freshX = wrap.subarray(0, KEY_BYTES);
  const shared = agreed(key, freshX);
  return shared && decrypted(wrapKeyOf(shared, freshX, key.x), context, wrap.subarray(KEY_BYTES));
}

/** Null for the few points with which every agreement gives zero. */
function agreed(key: PrivateKey, freshX: Buffer): Buffer | null {
  try {
    return diffieHellman({ privateKey: privateObject(key), publicKey: publicObject(freshX.toString('base64url')) });
  } catch {
    return null;
  }
}

/** Both public keys enter, so that another spelling of the same point makes another key. */
function wrapKeyOf(shared: Buffer, freshX: Buffer, ownX: string): Buffer {
  const salt = Buffer.concat([freshX, Buffer.from(ownX, 'base64url')]);
  return Buffer.from(hkdfSync('sha256', shared, salt, WRAP_PURPOSE, KEY_BYTES));
}

function encrypted(key: Buffer, context: SealContext, text: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(boundTo(context));
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
}

function decrypted(key: Buffer, context: SealContext, box: Buffer): Buffer | null {
  const nonce = box.subarray(0, NONCE_BYTES);
  const tag = box.subarray(-TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce).setAAD(boundTo(context)).setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(box.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}

function boundTo({ userId, account, exchange, version }: SealContext): Buffer {
  return Buffer.from(JSON.stringify([userId, account, exchange, version]));
}

function publicObject(x: string): KeyObject {
  return createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x }, format: 'jwk' });
}

function privateObject({ x, d }: PrivateKey): KeyObject {
  return createPrivateKey({ key: { kty: 'OKP', crv: 'X25519', x, d }, format: 'jwk' });
}
