import { createHmac, generateKeyPairSync, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ROUTES } from './routes.ts';
import { makeSigner } from './signer.ts';

const SECRET = 'NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j';

describe('the signer', () => {
  it('signs only listed routes: no transfers, no withdrawals, no inherited properties', () => {
    const signer = makeSigner({ apiKey: 'key', secret: SECRET });
    const others = ['withdraw', 'sapi/v1/capital/withdraw/apply', 'transfer', 'time', 'constructor', '__proto__', ''];
    for (const route of others) expect(() => signer.sign(route, 'a=b')).toThrow('never signed');
    const paths = Object.values(ROUTES).map(({ path }) => path);
    for (const word of ['withdraw', 'transfer', 'asset/', 'subaccount', 'sub-account']) {
      expect(paths.filter((path) => path.toLowerCase().includes(word))).toEqual([]);
    }
  });

  it('never exposes its secret', () => {
    const signer = makeSigner({ apiKey: 'key', secret: SECRET });
    expect(JSON.stringify(signer)).not.toContain(SECRET);
    expect(String(Object.values(signer))).not.toContain(SECRET);
  });

  it("signs with HMAC as the exchange's documentation does", () => {
    // The example of https://developers.binance.com/docs/binance-spot-api-docs/rest-api (HMAC keys).
    const text =
      'symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559';
    const signer = makeSigner({ apiKey: 'key', secret: SECRET });
    expect(signer.sign('order', text)).toBe('c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71');
    expect(signer.sign('order', 'a=b')).toBe(createHmac('sha256', SECRET).update('a=b').digest('hex'));
  });

  it('signs with Ed25519 and RSA keys, URL-encoded', () => {
    const pairs = [generateKeyPairSync('ed25519'), generateKeyPairSync('rsa', { modulusLength: 2_048 })];
    for (const { publicKey, privateKey } of pairs) {
      const secret = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
      const signature = decodeURIComponent(makeSigner({ apiKey: 'key', secret }).sign('order', 'a=b'));
      const digest = publicKey.asymmetricKeyType === 'ed25519' ? null : 'sha256';
      expect(verify(digest, Buffer.from('a=b'), publicKey, Buffer.from(signature, 'base64'))).toBe(true);
    }
  });

  it('reports a broken private key without quoting it', () => {
    const secret = '-----BEGIN PRIVATE KEY-----\ncanary\n-----END PRIVATE KEY-----';
    const attempt = (): unknown => makeSigner({ apiKey: 'key', secret });
    expect(attempt).toThrow('not a readable private key');
    expect(attempt).not.toThrow('canary');
  });
});
