import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkProperty } from '../../../tests/support/property.ts';
import { keyVersionOf, newPrivateKey, openBox, rewrapBox, type SealContext, sealBox } from './sealed-box.ts';

const key = newPrivateKey(1);
const context: SealContext = { userId: 'ann', account: 'futures', exchange: 'sim', version: 3 };
const TEXT = JSON.stringify({ apiKey: 'k'.repeat(64), secret: 's'.repeat(64) });
const BOXES = 5_000;

describe('a sealed box', () => {
  it('opens with the private key and in its context, whatever the text', () => {
    checkProperty(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(openBox(key, context, sealBox({ version: key.version, x: key.x }, context, text))).toBe(text);
      }),
    );
  });

  it('does not open when any single bit of it is flipped', () => {
    const sealed = sealBox(key, context, TEXT);
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const damaged = Buffer.from(sealed);
      damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(openBox(key, context, damaged), `bit ${bit}`).toBeNull();
    }
  });

  it('does not open when it is cut short or empty', () => {
    const sealed = sealBox(key, context, TEXT);
    for (let length = 0; length < sealed.length; length += 1) {
      expect(openBox(key, context, sealed.subarray(0, length))).toBeNull();
    }
  });

  it.each([
    ['another user', { userId: 'bob' }],
    ['another account', { account: 'keys/readApiKeys' }],
    ['another environment', { exchange: 'mainnet' }],
    ['another version', { version: 4 }],
    ['a user whose name runs into the account', { userId: 'ann","futures', account: '' }],
  ])('does not open for %s', (_what, change) => {
    const sealed = sealBox(key, context, TEXT);
    expect(openBox(key, { ...context, ...change }, sealed)).toBeNull();
  });

  it('does not open with another key of the same version, nor with the same key under another version', () => {
    const sealed = sealBox(key, context, TEXT);
    expect(openBox(newPrivateKey(1), context, sealed)).toBeNull();
    expect(openBox({ ...key, version: 2 }, context, sealed)).toBeNull();
  });

  it('names the key it was sealed for and holds no byte of the text', () => {
    const sealed = sealBox({ ...key, version: 77 }, context, TEXT);
    expect(keyVersionOf(sealed)).toBe(77);
    expect(sealed.includes('kkkk')).toBe(false);
  });

  it(`uses every nonce and every fresh key once, over ${BOXES} boxes of one secret`, () => {
    const parts = new Set<string>();
    for (let box = 0; box < BOXES; box += 1) {
      const sealed = sealBox(key, context, TEXT);
      parts.add(`fresh ${sealed.toString('hex', 5, 37)}`);
      parts.add(`nonce ${sealed.toString('hex', 37, 49)}`);
      parts.add(`nonce ${sealed.toString('hex', 97, 109)}`);
    }
    expect(parts.size).toBe(BOXES * 3);
  });

  it('wrapped for another key opens with that one alone', () => {
    const next = newPrivateKey(2);
    const rewrapped = rewrapBox({ from: key, to: next }, context, sealBox(key, context, TEXT));
    expect(rewrapped && openBox(next, context, rewrapped)).toBe(TEXT);
    expect(rewrapped && openBox(key, context, rewrapped)).toBeNull();
  });

  it('cannot be wrapped anew by whoever cannot open it', () => {
    const sealed = sealBox(key, context, TEXT);
    const other = newPrivateKey(1);
    expect(rewrapBox({ from: other, to: other }, context, sealed)).toBeNull();
    expect(rewrapBox({ from: key, to: other }, { ...context, userId: 'bob' }, sealed)).toBeNull();
  });
});
