import { describe, expect, it } from 'vitest';
import { firstFormatKeyVersion, openFirstFormat } from './first-format.ts';
import { keyVersionOf, openSealed } from './open-sealed.ts';
import { sealBox } from './sealed-box.ts';
import { newPrivateKey } from './sealing-keys.ts';

// Sealed by Botyard 0.1 before the format changed; the key was made for this test.
const key = {
  version: 3,
  x: 'KAD4G0YR_ti0NG1pU4KQTVcbuqO1jWa7LfVt0LZChwI',
  d: 'YEcN2F5AYDMlHnY7e_0p5-q_xLM7G40GViMtLwImzUQ',
};
const context = { userId: 'ann', account: 'futures', exchange: 'sim', version: 7 };
const TEXT = '{"apiKey":"the-api-key","secret":"the-secret"}';
const sealed = Buffer.from(
  'AQAAAAPQzW9XSNlBZUy1aUQx4PnkN/uJxqP+sEBICBZOh6GfKnCuz4qJ+kvPiULHsIIT/8eKUXyn5Wt7KElJX6zGSMr08OFsLwcbeT/FKMDjStk4' +
    'RqlNK/lWbfiB6kwhBzzlax0Pbffxeu6XRCdStobIpV4xJgE0h7r9P9F3EdcK1gistiVZ+PJpMbjSVRZZIhI4GOEIVJQ9e5OYCamIvwS7hDcMOAv8mV1Q',
  'base64',
);

describe('a secret sealed by Botyard 0.1', () => {
  it('opens with its key in its context', () => {
    expect(openFirstFormat(key, context, sealed)).toBe(TEXT);
    expect(firstFormatKeyVersion(sealed)).toBe(3);
  });

  it('does not open when any single bit of it is flipped', () => {
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const damaged = Buffer.from(sealed);
      damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(openFirstFormat(key, context, damaged), `bit ${bit}`).toBeNull();
    }
  });

  it('does not open in another context or with another key', () => {
    expect(openFirstFormat(key, { ...context, userId: 'bob' }, sealed)).toBeNull();
    expect(openFirstFormat(newPrivateKey(3), context, sealed)).toBeNull();
  });
});

describe('a ring of keys', () => {
  it('opens both formats and returns the key version of both', async () => {
    const newer = newPrivateKey(4);
    const box = await sealBox(newer, context, TEXT);
    const ring = [key, newer];
    expect([keyVersionOf(sealed), keyVersionOf(box)]).toEqual([3, 4]);
    expect(await openSealed(ring, context, sealed)).toBe(TEXT);
    expect(await openSealed(ring, context, box)).toBe(TEXT);
    expect(await openSealed([newer], context, sealed)).toBeNull();
  });
});
