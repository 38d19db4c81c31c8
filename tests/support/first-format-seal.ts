import {
  createCipheriv,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import { contextBytes, type SealContext } from '#keys/sealing/seal-context.ts';
import type { PublicKey } from '#keys/sealing/sealing-keys.ts';

/** Seals a secret as Botyard 0.1 did; the program itself can only open such secrets. */
export function sealInFirstFormat(key: PublicKey, context: SealContext, text: string): Buffer {
  const header = Buffer.alloc(5, 1);
  header.writeUInt32BE(key.version, 1);
  const fresh = generateKeyPairSync('x25519');
  const freshX = Buffer.from(String(fresh.publicKey.export({ format: 'jwk' }).x), 'base64url');
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: key.x }, format: 'jwk' });
  const shared = diffieHellman({ privateKey: fresh.privateKey, publicKey });
  const salt = Buffer.concat([freshX, Buffer.from(key.x, 'base64url')]);
  const purpose = 'botyard exchange key, data key wrap, format 1';
  const wrapKey = Buffer.from(hkdfSync('sha256', shared, salt, purpose, 32));
  const dataKey = randomBytes(32);
  const encrypted = (secret: Buffer, content: Buffer): Buffer => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(contextBytes(context));
    return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
  };
  return Buffer.concat([header, freshX, encrypted(wrapKey, dataKey), encrypted(dataKey, Buffer.from(text))]);
}
