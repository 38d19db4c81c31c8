import fc from 'fast-check';
import { CompactEncrypt, FlattenedEncrypt } from 'jose';
import { describe, expect, it } from 'vitest';
import { checkAsyncProperty } from '../../../tests/support/property.ts';
import { contextBytes, type SealContext } from './seal-context.ts';
import { boxKeyVersion, openBox, sealBox } from './sealed-box.ts';
import { newPrivateKey } from './sealing-keys.ts';

const key = newPrivateKey(1);
const context: SealContext = { userId: 'ann', account: 'futures', exchange: 'sim', version: 3 };
const TEXT = JSON.stringify({ apiKey: 'k'.repeat(64), secret: 's'.repeat(64) });
const BOXES = 500;

const membersOf = (sealed: Buffer): Record<string, string> => JSON.parse(sealed.toString());

describe('a sealed box', () => {
  it('opens with the private key in its context, for any text', async () => {
    await checkAsyncProperty(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (text) => {
        const wellFormed = text.toWellFormed();
        const sealed = await sealBox({ version: key.version, x: key.x }, context, wellFormed);
        expect(await openBox(key, context, sealed)).toBe(wellFormed);
      }),
      200,
    );
  });

  it('does not open when any single bit of it is flipped', async () => {
    const sealed = await sealBox(key, context, TEXT);
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const damaged = Buffer.from(sealed);
      damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(await openBox(key, context, damaged), `bit ${bit}`).toBeNull();
    }
  });

  it('does not open when truncated, empty or extended by a byte', async () => {
    const sealed = await sealBox(key, context, TEXT);
    for (let length = 0; length < sealed.length; length += 1) {
      expect(await openBox(key, context, sealed.subarray(0, length))).toBeNull();
    }
    expect(await openBox(key, context, Buffer.concat([sealed, Buffer.from(' ')]))).toBeNull();
  });

  it.each([
    ['another user', { userId: 'bob' }],
    ['another account', { account: 'keys/readApiKeys' }],
    ['another environment', { exchange: 'mainnet' }],
    ['another version', { version: 4 }],
    ['a user whose name runs into the account', { userId: 'ann","futures', account: '' }],
  ])('does not open for %s', async (_what, change) => {
    expect(await openBox(key, { ...context, ...change }, await sealBox(key, context, TEXT))).toBeNull();
  });

  it('does not open with another key of the same version, nor with the same key under another version', async () => {
    const sealed = await sealBox(key, context, TEXT);
    expect(await openBox(newPrivateKey(1), context, sealed)).toBeNull();
    expect(await openBox({ ...key, version: 2 }, context, sealed)).toBeNull();
  });

  it('names its key version, and contains neither the secret nor the context in plain text', async () => {
    const sealed = await sealBox({ ...key, version: 77 }, context, TEXT);
    expect(boxKeyVersion(sealed)).toBe(77);
    expect(sealed.includes('kkkk')).toBe(false);
    expect(membersOf(sealed)).not.toHaveProperty('aad');
  });

  it('refuses every algorithm but its own, even when the right key made the box', async () => {
    const jwk = { kty: 'OKP', crv: 'X25519', x: key.x };
    const made = (header: { alg: string; enc: string }) =>
      new FlattenedEncrypt(Buffer.from(TEXT))
        .setProtectedHeader({ ...header, kid: '1' })
        .setAdditionalAuthenticatedData(contextBytes(context))
        .encrypt(jwk);
    for (const header of [
      { alg: 'ECDH-ES+A128KW', enc: 'A256GCM' },
      { alg: 'ECDH-ES+A256KW', enc: 'A128GCM' },
      { alg: 'ECDH-ES', enc: 'A256GCM' },
    ]) {
      const { aad: _context, ...members } = await made(header);
      expect(await openBox(key, context, Buffer.from(JSON.stringify(members))), JSON.stringify(header)).toBeNull();
    }
    const { aad: _context, ...own } = await made({ alg: 'ECDH-ES+A256KW', enc: 'A256GCM' });
    expect(await openBox(key, context, Buffer.from(JSON.stringify(own)))).toBe(TEXT);
  });

  it('is refused in another serialisation of the same content', async () => {
    const compact = await new CompactEncrypt(Buffer.from(TEXT))
      .setProtectedHeader({ alg: 'ECDH-ES+A256KW', enc: 'A256GCM', kid: '1' })
      .encrypt({ kty: 'OKP', crv: 'X25519', x: key.x });
    expect(boxKeyVersion(Buffer.from(compact))).toBeNull();
  });

  it(`uses every fresh key and every nonce once, over ${BOXES} boxes of one secret`, async () => {
    const parts = new Set<string>();
    for (let box = 0; box < BOXES; box += 1) {
      const { protected: header, iv } = membersOf(await sealBox(key, context, TEXT));
      parts.add(`fresh ${header}`);
      parts.add(`nonce ${iv}`);
    }
    expect(parts.size).toBe(BOXES * 2);
  });
});
