import { createHmac } from 'node:crypto';
import {
  base64url,
  CompactSign,
  type CryptoKey,
  createLocalJWKSet,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWTPayload,
} from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '#base/errors.ts';
import { createTokenVerifier, type TokenState, type TokenVerifier } from './auth.ts';

const PROJECT = 'botyard-0123456789abcdef';
const ISSUER = `https://securetoken.google.com/${PROJECT}`;
const NOW_S = 1_800_000_000;
const HOUR_S = 3_600;

let ours: CryptoKey;
let second: CryptoKey;
let strangers: CryptoKey;
let publicPem: string;
let modulus: string;
let verifier: TokenVerifier;
let nowMs = NOW_S * 1_000;
let tokenState: TokenState = 'alive';
let questions = 0;

beforeAll(async () => {
  const pairs = await Promise.all([1, 2, 3].map(() => generateKeyPair('RS256', { extractable: true })));
  const [first, other, foreign] = pairs;
  if (!first || !other || !foreign) throw new Error('three pairs were made');
  [ours, second, strangers] = [first.privateKey, other.privateKey, foreign.privateKey];
  publicPem = await exportSPKI(first.publicKey);
  const published = { ...(await exportJWK(first.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  modulus = String(published.n);
  const keys = [published, { ...(await exportJWK(other.publicKey)), kid: 'two', alg: 'RS256', use: 'sig' }];
  verifier = newVerifier(createLocalJWKSet({ keys }));
});

function newVerifier(keySet: ReturnType<typeof createLocalJWKSet>): TokenVerifier {
  return createTokenVerifier({
    issuer: ISSUER,
    audience: PROJECT,
    keySet,
    tokenState: async () => {
      questions += 1;
      return tokenState;
    },
    now: () => nowMs,
  });
}

const good: JWTPayload = {
  iss: ISSUER,
  aud: PROJECT,
  sub: 'user-1',
  user_id: 'user-1',
  email: 'owner@example.org',
  email_verified: true,
  auth_time: NOW_S - 10,
  iat: NOW_S - 10,
  exp: NOW_S - 10 + HOUR_S,
  firebase: { identities: { email: ['owner@example.org'] }, sign_in_provider: 'password' },
};

function without(name: string): JWTPayload {
  const { [name]: _, ...rest } = good;
  return rest;
}

/** Signs any claims: jose's own JWT builder would refuse half of them. */
function sign(claims: unknown, header: object = {}, key: CryptoKey = ours): Promise<string> {
  return new CompactSign(new TextEncoder().encode(typeof claims === 'string' ? claims : JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'RS256', kid: 'one', typ: 'JWT', ...header })
    .sign(key);
}

function unsigned(header: object, claims: object, signature = ''): string {
  return `${base64url.encode(JSON.stringify(header))}.${base64url.encode(JSON.stringify(claims))}.${signature}`;
}

function hmac(alg: 'HS256' | 'HS384' | 'HS512', secret: string): string {
  const body = unsigned({ alg, kid: 'one', typ: 'JWT' }, good).slice(0, -1);
  const signature = createHmac(alg.replace('HS', 'sha'), secret).update(body).digest('base64url');
  return `${body}.${signature}`;
}

const parts = async (): Promise<[string, string, string]> => {
  const [header = '', claims = '', signature = ''] = (await sign(good)).split('.');
  return [header, claims, signature];
};

const forged: Record<string, () => string | Promise<string>> = {
  'is empty': () => '',
  'is no token at all': () => 'let me in',
  'is two dots': () => '..',
  'has four parts': async () => `${await sign(good)}.x`,
  'is a refresh token': () => 'mF0vT8nq3a1B7rS6yE9dK2hX4wZ5cL0pQ8uJ1gN7tVs',
  'is signed by nobody (alg none)': () => unsigned({ alg: 'none', kid: 'one', typ: 'JWT' }, good),
  'is signed by nobody (alg None)': () => unsigned({ alg: 'None', kid: 'one', typ: 'JWT' }, good),
  'is signed by nobody (alg nOnE, some signature)': () => unsigned({ alg: 'nOnE', kid: 'one' }, good, 'AAAA'),
  'names no algorithm': () => unsigned({ kid: 'one', typ: 'JWT' }, good, 'AAAA'),
  'has its signature cut off': async () => (await parts()).slice(0, 2).join('.').concat('.'),
  'has half a signature': async () => (await sign(good)).slice(0, -100),
  'has a signature of zeros': async () => [...(await parts()).slice(0, 2), 'A'.repeat(342)].join('.'),
  'is HS256 with our public key as the secret': () => hmac('HS256', publicPem),
  'is HS384 with our public key as the secret': () => hmac('HS384', publicPem),
  'is HS512 with our modulus as the secret': () => hmac('HS512', modulus),
  'is HS256 with an empty secret': () => hmac('HS256', ''),
  'is signed by a stranger under our key id': () => sign(good, {}, strangers),
  'is signed by a stranger under an unknown key id': () => sign(good, { kid: 'three' }, strangers),
  'swaps the key id to our other key': () => sign(good, { kid: 'two' }),
  'is signed by our other key under the first id': () => sign(good, {}, second),
  'names no key': () => sign(good, { kid: undefined }),
  'names an empty key': () => sign(good, { kid: '' }),
  'names a path as key': () => sign(good, { kid: '../../one' }),
  'brings its own key (jwk)': async () => {
    const pair = await generateKeyPair('RS256', { extractable: true });
    return sign(good, { jwk: await exportJWK(pair.publicKey), kid: 'own' }, pair.privateKey);
  },
  'brings a jwk beside our own good signature': async () => sign(good, { jwk: { kty: 'RSA', n: modulus, e: 'AQAB' } }),
  'points to a key set (jku)': () => sign(good, { jku: 'https://example.org/keys.json' }),
  'points to a certificate (x5u)': () => sign(good, { x5u: 'https://example.org/cert.pem' }),
  'brings a certificate (x5c)': () => sign(good, { x5c: ['AAAA'] }),
  'is of another project': () => sign({ ...good, iss: 'https://securetoken.google.com/other', aud: 'other' }),
  'has another issuer': () => sign({ ...good, iss: 'https://accounts.example.org' }),
  'has our issuer with a slash behind': () => sign({ ...good, iss: `${ISSUER}/` }),
  'has another audience': () => sign({ ...good, aud: 'other' }),
  'lists our project among other audiences': () => sign({ ...good, aud: ['other', PROJECT] }),
  'has no issuer': () => sign(without('iss')),
  'has no audience': () => sign(without('aud')),
  'has expired': () => sign({ ...good, iat: NOW_S - 7_200, auth_time: NOW_S - 7_200, exp: NOW_S - 3_600 }),
  'expired a minute ago': () => sign({ ...good, exp: NOW_S - 60 }),
  'has no expiry': () => sign(without('exp')),
  'has an expiry in words': () => sign({ ...good, exp: 'never' }),
  'has an expiry of null': () => sign({ ...good, exp: null }),
  'is not valid yet (nbf)': () => sign({ ...good, nbf: NOW_S + 600 }),
  'was issued in the future': () => sign({ ...good, iat: NOW_S + 600 }),
  'has no time of issue': () => sign(without('iat')),
  'was signed in to in the future': () => sign({ ...good, auth_time: NOW_S + 600, iat: NOW_S + 600 }),
  'is older than its own session': () => sign({ ...good, auth_time: NOW_S, iat: NOW_S - 20 }),
  'has no time of sign-in': () => sign(without('auth_time')),
  'has a negative time of sign-in': () => sign({ ...good, auth_time: -1 }),
  'has no subject': () => sign(without('sub')),
  'has an empty subject': () => sign({ ...good, sub: '' }),
  'has a subject of 129 characters': () => sign({ ...good, sub: 'x'.repeat(129), user_id: 'x'.repeat(129) }),
  'has a number as subject': () => sign({ ...good, sub: 1 }),
  'has a list as subject': () => sign({ ...good, sub: ['user-1'] }),
  'names another user beside the subject': () => sign({ ...good, user_id: 'user-2' }),
  'names the subject twice, the second one too long': () =>
    sign(`${JSON.stringify(good).slice(0, -1)},"sub":"${'y'.repeat(200)}"}`),
  'has a huge claim': () => sign({ ...good, padding: 'x'.repeat(10_000) }),
  'is a megabyte long': () => 'a'.repeat(1_000_000),
  'carries a list instead of claims': () => sign('[]'),
  'carries no JSON': () => sign('claims'),
  'has changed claims under the old signature': async () => {
    const [header, , signature] = await parts();
    return [header, base64url.encode(JSON.stringify({ ...good, sub: 'user-2', user_id: 'user-2' })), signature].join(
      '.',
    );
  },
  'has a critical extension': () => sign(good, { crit: ['b64'], b64: true }),
  'is PS256 with our own key': () => unsigned({ alg: 'PS256', kid: 'one' }, good, 'AAAA'),
  'is ES256': () => unsigned({ alg: 'ES256', kid: 'one' }, good, 'AAAA'),
};

describe('the token verifier', () => {
  it('accepts a token of our project and returns its user', async () => {
    expect(await verifier.verify(await sign(good))).toEqual({
      userId: 'user-1',
      subject: 'user-1',
      email: 'owner@example.org',
      authTime: (NOW_S - 10) * 1_000,
      expiresAt: (NOW_S - 10 + HOUR_S) * 1_000,
    });
  });

  it('accepts a token signed by either published key', async () => {
    expect((await verifier.verify(await sign(good, { kid: 'two' }, second))).userId).toBe('user-1');
  });

  it.each(Object.keys(forged))('refuses a token that %s', async (name) => {
    const refusal = await refusalOf(verifier, (await forged[name]?.()) ?? 'unreachable');
    expect(refusal.code).toBe('TOKEN_INVALID');
    expect(refusal.message).toBe('The token is not valid or has expired.');
  });

  it('caches no token beyond its expiry', async () => {
    const token = await sign(good);
    await verifier.verify(token);
    nowMs = (NOW_S + HOUR_S + 60) * 1_000;
    expect((await refusalOf(verifier, token)).code).toBe('TOKEN_INVALID');
    nowMs = NOW_S * 1_000;
  });

  it.each([
    ['ended', 'TOKEN_REVOKED'],
    ['disabled', 'USER_DISABLED'],
  ] as const)('refuses a valid token at most 15 s after its session is %s', async (next, code) => {
    const token = await sign({ ...good, sub: next, user_id: next });
    await verifier.verify(token);
    const asked = questions;
    tokenState = next;
    nowMs += 14_000;
    await verifier.verify(token);
    expect(questions).toBe(asked);
    nowMs += 1_000;
    expect((await refusalOf(verifier, token)).code).toBe(code);
    tokenState = 'alive';
    nowMs = NOW_S * 1_000;
  });

  it('checks a user again at once when the sessions of the user were just ended', async () => {
    const [token, others] = await Promise.all([sign(good), sign({ ...good, sub: 'user-10', user_id: 'user-10' })]);
    await Promise.all([verifier.verify(token), verifier.verify(others)]);
    tokenState = 'ended';
    verifier.forget('user-1');
    expect((await refusalOf(verifier, token)).code).toBe('TOKEN_REVOKED');
    expect((await verifier.verify(others)).userId).toBe('user-10');
    tokenState = 'alive';
    verifier.forget('user-1');
  });

  it('checks a token once for simultaneous requests, and caches no answer from before the session ended', async () => {
    const answers: ((tokenState: 'alive' | 'ended') => void)[] = [];
    const slow = createTokenVerifier({
      issuer: ISSUER,
      audience: PROJECT,
      keySet: createLocalJWKSet({
        keys: [{ kty: 'RSA', n: modulus, e: 'AQAB', kid: 'one', alg: 'RS256', use: 'sig' }],
      }),
      tokenState: () => new Promise((resolve) => answers.push(resolve)),
      now: () => nowMs,
    });
    const token = await sign(good);
    const together = [1, 2, 3].map(() => slow.verify(token));
    await expect.poll(() => answers.length).toBe(1);
    slow.forget('user-1');
    answers[0]?.('alive');
    await Promise.all(together);
    const next = slow.verify(token);
    await expect.poll(() => answers.length).toBe(2);
    answers[1]?.('ended');
    await expect(next).rejects.toMatchObject({ code: 'TOKEN_REVOKED' });
  });

  it('does not call a token invalid when the identity service cannot answer', async () => {
    const broken = createTokenVerifier({
      issuer: ISSUER,
      audience: PROJECT,
      keySet: createLocalJWKSet({
        keys: [{ kty: 'RSA', n: modulus, e: 'AQAB', kid: 'one', alg: 'RS256', use: 'sig' }],
      }),
      tokenState: () => Promise.reject(new Error('the database is down')),
      now: () => nowMs,
    });
    await expect(broken.verify(await sign(good))).rejects.toThrow('the database is down');
  });
});

async function refusalOf(of: TokenVerifier, token: string): Promise<AppError> {
  try {
    await of.verify(token);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('the token was accepted');
}
