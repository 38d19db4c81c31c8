import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { instantOf } from '#base/time.ts';
import { readIdToken, signIdToken } from './id-token.ts';
import { openSigningKeys } from './signing-keys.ts';

let parent: string;
let secrets: string;

beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'botyard-keys-'));
  secrets = path.join(parent, 'secrets');
});

afterEach(() => rm(parent, { recursive: true }));

describe('the signing key', () => {
  it('is created at the first start and kept at the next', async () => {
    const first = await openSigningKeys(secrets);
    const again = await openSigningKeys(secrets);
    expect(first.projectId).toMatch(/^botyard-[a-z0-9]{16}$/);
    expect(first.issuer).toBe(`https://securetoken.google.com/${first.projectId}`);
    expect(again.projectId).toBe(first.projectId);
    expect(again.publicKeys).toEqual(first.publicKeys);
  });

  it('is the same for processes that start together', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => openSigningKeys(secrets)));
    expect(new Set(all.map((keys) => keys.keyId + keys.projectId)).size).toBe(1);
    expect((await readdir(secrets)).sort()).toEqual(['identity-project', 'identity-signing-key.json']);
  });

  it('is readable by its owner only', async () => {
    await openSigningKeys(secrets);
    expect((await stat(secrets)).mode & 0o777).toBe(0o700);
    for (const name of await readdir(secrets)) {
      expect((await stat(path.join(secrets, name))).mode & 0o777, name).toBe(0o600);
    }
  });

  it('publishes no private part', async () => {
    const { publicKeys } = await openSigningKeys(secrets);
    expect(publicKeys.keys.flatMap((key) => Object.keys(key)).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
  });

  it('stops the start with a clear message when its file is damaged, and keeps the file', async () => {
    await openSigningKeys(secrets);
    const file = path.join(secrets, 'identity-signing-key.json');
    await writeFile(file, '{"kty":"RSA"');
    await expect(openSigningKeys(secrets)).rejects.toMatchObject({ code: 'SIGNING_KEY_UNREADABLE' });
    expect(await readFile(file, 'utf8')).toBe('{"kty":"RSA"');
  });

  it('signs ID tokens with the claims of the hosted service, good for an hour', async () => {
    const keys = await openSigningKeys(secrets);
    const now = 1_800_000_000_700;
    const session = { userId: 'user-1', authTime: instantOf(1_799_999_000_000) };
    const token = await signIdToken(keys, { session, email: 'owner@example.org', now });
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'RS256', kid: keys.keyId, typ: 'JWT' });
    expect(decodeJwt(token)).toEqual({
      iss: keys.issuer,
      aud: keys.projectId,
      sub: 'user-1',
      user_id: 'user-1',
      email: 'owner@example.org',
      email_verified: true,
      auth_time: 1_799_999_000,
      iat: 1_800_000_000,
      exp: 1_800_003_600,
      firebase: { identities: { email: ['owner@example.org'] }, sign_in_provider: 'password' },
    });
    const set = createLocalJWKSet(keys.publicKeys);
    await expect(jwtVerify(token, set, { currentDate: new Date(now) })).resolves.toBeDefined();
    expect(await readIdToken(keys, { token, now })).toEqual(session);
    await expect(readIdToken(keys, { token, now: now + 3_700_000 })).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
  });
});
