import { verify } from '@node-rs/argon2';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestIdentity, type TestIdentity } from '../../../tests/support/identity.ts';
import { addUser, disableUser, enableUser, ensureOwner, setPassword } from '../accounts.ts';
import { JWKS_PATH } from './identity-routes.ts';

// The real function, whose calls are counted.
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const real = await importOriginal<typeof import('@node-rs/argon2')>();
  return { ...real, verify: vi.fn(real.verify) };
});

const PASSWORD = 'correct horse battery';
const TOOLKIT = '/identitytoolkit.googleapis.com/v1';
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let identity: TestIdentity;
let people = 0;

beforeAll(async () => {
  identity = await startTestIdentity();
});

afterAll(() => identity.close());

type Json = Record<string, unknown>;

async function post(path: string, body: unknown): Promise<{ status: number; body: Json; headers: Headers }> {
  const response = await fetch(`${identity.origin}${path}?key=embedded`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Json, headers: response.headers };
}

const signIn = (email: string, password = PASSWORD) =>
  post(`${TOOLKIT}/accounts:signInWithPassword`, {
    email,
    password,
    returnSecureToken: true,
    clientType: 'CLIENT_TYPE_WEB',
  });
const lookup = (idToken: unknown) => post(`${TOOLKIT}/accounts:lookup`, { idToken });
const update = (body: Json) => post(`${TOOLKIT}/accounts:update`, { ...body, returnSecureToken: true });

async function refresh(refreshToken: unknown) {
  const response = await fetch(`${identity.origin}/securetoken.googleapis.com/v1/token?key=embedded`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: String(refreshToken) }),
  });
  return { status: response.status, body: (await response.json()) as Json };
}

function refusal(message: string, code = 400): Json {
  return { error: { code, message, errors: [{ message, domain: 'global', reason: 'invalid' }] } };
}

/** Creates a separate account, so that the throttle of one test does not affect the next. */
async function newPerson(): Promise<string> {
  people += 1;
  const email = `person${people}@example.org`;
  await addUser(identity.database, { email, password: PASSWORD });
  return email;
}

describe('signing in', () => {
  it('returns the fields of the protocol and a token that the server accepts', async () => {
    const email = await newPerson();
    const { status, body, headers } = await signIn(email);
    expect(status).toBe(200);
    expect(body).toEqual({
      kind: 'identitytoolkit#VerifyPasswordResponse',
      localId: expect.stringMatching(/^[\w-]{28}$/),
      email,
      displayName: '',
      idToken: expect.any(String),
      registered: true,
      refreshToken: expect.stringMatching(/^[\w-]{43}$/),
      expiresIn: '3600',
    });
    expect(headers.get('cache-control')).toBe('no-store');
    const caller = await identity.verifier.verify(String(body['idToken']));
    expect(caller).toMatchObject({ userId: body['localId'], email });
    await expect(identity.verifier.verify(String(body['refreshToken']))).rejects.toMatchObject({
      code: 'TOKEN_INVALID',
    });
  });

  it('accepts the email in any capitalisation and with surrounding spaces', async () => {
    const email = await newPerson();
    expect((await signIn(`  ${email.toUpperCase()} `)).body).toMatchObject({ email });
  });

  it('accepts an email and a password however a keyboard writes their letters', async () => {
    await addUser(identity.database, { email: 'jose\u0301@example.org', password: 'caf\u00e9 con leche' });
    const { body } = await signIn('\uff4aos\u00e9\uff20example.org', 'cafe\u0301 con leche');
    expect(body).toMatchObject({ email: 'jos\u00e9@example.org' });
  });

  it('finds an account that is stored under an earlier spelling of its email', async () => {
    const email = await newPerson();
    const earlier = email.replace('person', '\uff50erson');
    await sql`update users set email = ${earlier} where email = ${email}`.execute(identity.database.db);
    expect((await signIn(earlier)).body).toMatchObject({ email: earlier });
    await setPassword(identity.database, { email: earlier, password: 'another horse battery' });
    expect((await signIn(earlier, 'another horse battery')).status).toBe(200);
  });

  it('gives the same answer for a wrong password, an unknown email and a disabled account', async () => {
    const [known, disabled] = [await newPerson(), await newPerson()];
    await disableUser(identity.database, disabled);
    const answers = await Promise.all(
      [known, 'nobody@example.org', disabled].map((email) => signIn(email, 'wrong one')),
    );
    for (const { status, body } of answers) {
      expect(status).toBe(400);
      expect(body).toEqual(refusal('INVALID_LOGIN_CREDENTIALS'));
    }
    const told = answers.map(({ headers }) => [...headers].filter(([name]) => name !== 'date'));
    expect(told[1]).toEqual(told[0]);
    expect(told[2]).toEqual(told[0]);
  });

  it('reveals that an account is disabled only to someone who knows the password', async () => {
    const email = await newPerson();
    await disableUser(identity.database, email);
    expect((await signIn(email)).body).toEqual(refusal('USER_DISABLED'));
    await enableUser(identity.database, email);
    expect((await signIn(email)).status).toBe(200);
  });

  it.each([
    ['no email', { password: PASSWORD }, 'INVALID_EMAIL'],
    ['a word as email', { email: 'owner', password: PASSWORD }, 'INVALID_EMAIL'],
    ['a NUL in the email', { email: 'a\0b@example.org', password: PASSWORD }, 'INVALID_EMAIL'],
    ['no password', { email: 'owner@example.org' }, 'MISSING_PASSWORD'],
    ['a NUL in the password', { email: 'nul@example.org', password: 'a\0b' }, 'INVALID_LOGIN_CREDENTIALS'],
    ['a list as password', { email: 'owner@example.org', password: ['x'] }, 'INVALID_REQUEST'],
    ['a password of 5,000 characters', { email: 'owner@example.org', password: 'x'.repeat(5_000) }, 'INVALID_REQUEST'],
    ['a list as body', [], 'INVALID_REQUEST'],
    ['nothing', 'null', 'INVALID_REQUEST'],
    ['half a body', '{"email":', 'INVALID_REQUEST'],
  ])('refuses %s with the code of the protocol', async (_, body, message) => {
    const answer = await post(`${TOOLKIT}/accounts:signInWithPassword`, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(refusal(message));
  });

  it('refuses a body above 16 kB', async () => {
    const answer = await post(`${TOOLKIT}/accounts:signInWithPassword`, { email: 'x'.repeat(20_000) });
    expect(answer.body).toEqual(refusal('REQUEST_TOO_LARGE', 413));
  });
});

describe('a session', () => {
  it('returns its account without the password hash', async () => {
    const email = await newPerson();
    const { body } = await signIn(email);
    const answer = await lookup(body['idToken']);
    expect(answer.body).toEqual({
      kind: 'identitytoolkit#GetAccountInfoResponse',
      users: [
        {
          localId: body['localId'],
          email,
          emailVerified: true,
          providerUserInfo: [{ providerId: 'password', federatedId: email, email, rawId: email }],
          validSince: '0',
          disabled: false,
          lastLoginAt: expect.stringMatching(/^\d{13}$/),
          createdAt: expect.stringMatching(/^\d{13}$/),
        },
      ],
    });
    expect((await lookup('e30.e30.x')).body).toEqual(refusal('INVALID_ID_TOKEN'));
    expect((await lookup(undefined)).body).toEqual(refusal('INVALID_ID_TOKEN'));
    expect((await lookup(body['refreshToken'])).body).toEqual(refusal('INVALID_ID_TOKEN'));
  });

  it('is renewed by form and by JSON, each time with a new refresh token of the same session', async () => {
    const { body } = await signIn(await newPerson());
    const first = await refresh(body['refreshToken']);
    expect(first.body).toEqual({
      access_token: expect.any(String),
      expires_in: '3600',
      token_type: 'Bearer',
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      id_token: first.body['access_token'],
      user_id: body['localId'],
      project_id: identity.keys.projectId,
    });
    const second = await post('/securetoken.googleapis.com/v1/token', {
      grant_type: 'refresh_token',
      refresh_token: first.body['refresh_token'],
    });
    const tokens = [body['refreshToken'], first.body['refresh_token'], second.body['refresh_token']];
    expect(new Set(tokens).size).toBe(3);
    expect(decodeJwt(String(second.body['id_token']))['auth_time']).toBe(
      decodeJwt(String(body['idToken']))['auth_time'],
    );
  });

  it('keeps no refresh token in the database, only hashes', async () => {
    const { body } = await signIn(await newPerson());
    const { rows } = await sql<{ row: string }>`select refresh_tokens::text as row from refresh_tokens`.execute(
      identity.database.db,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) expect(row).not.toContain(String(body['refreshToken']));
  });

  it('lets two tabs refresh at the same moment', async () => {
    const { body } = await signIn(await newPerson());
    const answers = await Promise.all([1, 2, 3].map(() => refresh(body['refreshToken'])));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const next = await Promise.all(answers.map((answer) => refresh(answer.body['refresh_token'])));
    expect(next.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('gives a refresh token one successor, however often it is used within a minute', async () => {
    const { body } = await signIn(await newPerson());
    const answers = await Promise.all([1, 2, 3].map(() => refresh(body['refreshToken'])));
    const successors = new Set(answers.map((answer) => answer.body['refresh_token']));
    expect(successors.size).toBe(1);
    const again = await refresh(body['refreshToken']);
    expect([...successors]).toEqual([again.body['refresh_token']]);
    expect([...successors]).not.toContain(body['refreshToken']);
  });

  it('ends when a used refresh token is used again after more than a minute', async () => {
    const email = await newPerson();
    const { body } = await signIn(email);
    const other = await signIn(email);
    await wait(1_100); // Sessions that began in the same second share their ID tokens' time.
    const { body: own } = await signIn(email);
    const renewed = await refresh(own['refreshToken']);
    const idToken = String(renewed.body['id_token']);
    await identity.verifier.verify(idToken);
    await later(MINUTE_MS + 1_000, async () => {
      expect((await refresh(own['refreshToken'])).body).toEqual(refusal('TOKEN_EXPIRED'));
      expect((await refresh(renewed.body['refresh_token'])).body).toEqual(refusal('TOKEN_EXPIRED'));
      await expect(identity.verifier.verify(idToken)).rejects.toMatchObject({ code: 'TOKEN_REVOKED' });
      expect((await lookup(idToken)).body).toEqual(refusal('TOKEN_EXPIRED'));
      expect((await refresh(body['refreshToken'])).status).toBe(200);
      expect((await refresh(other.body['refreshToken'])).status).toBe(200);
    });
  });

  it('ends 30 days after its last refresh', async () => {
    const { body } = await signIn(await newPerson());
    await later(29 * DAY_MS, async () => expect((await refresh(body['refreshToken'])).status).toBe(200));
    const { body: other } = await signIn(await newPerson());
    await later(30 * DAY_MS + 1_000, async () => {
      expect((await refresh(other['refreshToken'])).body).toEqual(refusal('TOKEN_EXPIRED'));
    });
  });

  it('refuses refresh tokens that it never issued', async () => {
    expect((await refresh('x')).body).toEqual(refusal('INVALID_REFRESH_TOKEN'));
    expect((await refresh('x'.repeat(43))).body).toEqual(refusal('TOKEN_EXPIRED'));
    expect((await refresh('')).body).toEqual(refusal('MISSING_REFRESH_TOKEN'));
    const answer = await post('/securetoken.googleapis.com/v1/token', { grant_type: 'password' });
    expect(answer.body).toEqual(refusal('INVALID_GRANT_TYPE'));
  });

  it('can be signed out alone: its tokens are void at once, and those of another device stay valid', async () => {
    const email = await newPerson();
    const { body: elsewhere } = await signIn(email);
    await wait(1_100);
    const { body } = await signIn(email);
    await identity.signOut(String(body['idToken']));
    await expect(identity.verifier.verify(String(body['idToken']))).rejects.toMatchObject({ code: 'TOKEN_REVOKED' });
    expect((await refresh(body['refreshToken'])).body).toEqual(refusal('TOKEN_EXPIRED'));
    await identity.verifier.verify(String(elsewhere['idToken']));
    expect((await refresh(elsewhere['refreshToken'])).status).toBe(200);
  });
});

describe('changing the password', () => {
  it('returns fresh tokens and ends every other session at once', async () => {
    const email = await newPerson();
    const [{ body: elsewhere }, { body: own }] = [await signIn(email), await signIn(email)];
    await identity.verifier.verify(String(elsewhere['idToken']));
    const { status, body } = await update({ idToken: own['idToken'], password: 'another fine one' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ localId: own['localId'], email, expiresIn: '3600' });
    await identity.verifier.verify(String(body['idToken']));
    expect((await refresh(body['refreshToken'])).status).toBe(200);
    for (const old of [elsewhere, own]) {
      await expect(identity.verifier.verify(String(old['idToken']))).rejects.toMatchObject({ code: 'TOKEN_REVOKED' });
      expect((await refresh(old['refreshToken'])).body).toEqual(refusal('TOKEN_EXPIRED'));
    }
    expect((await signIn(email)).body).toEqual(refusal('INVALID_LOGIN_CREDENTIALS'));
    expect((await signIn(email, 'another fine one')).status).toBe(200);
  });

  it('refuses a weak password and keeps the old one', async () => {
    const email = await newPerson();
    const { body } = await signIn(email);
    for (const password of ['short', 'Password1', '']) {
      const answer = await update({ idToken: body['idToken'], password });
      expect(String((answer.body['error'] as Json)['message'])).toMatch(/^WEAK_PASSWORD : /);
    }
    expect((await signIn(email)).status).toBe(200);
  });

  it('requires a new sign-in when the password was given more than 5 minutes ago', async () => {
    const { body } = await signIn(await newPerson());
    await later(5 * MINUTE_MS + 2_000, async () => {
      const answer = await update({ idToken: body['idToken'], password: 'another fine one' });
      expect(answer.body).toEqual(refusal('CREDENTIAL_TOO_OLD_LOGIN_AGAIN'));
    });
  });

  it('accepts no other change of the account', async () => {
    const { body } = await signIn(await newPerson());
    const answer = await update({ idToken: body['idToken'], email: 'other@example.org', displayName: 'x' });
    expect(answer.body).toEqual(refusal('OPERATION_NOT_ALLOWED'));
  });
});

describe('calls that are not offered', () => {
  it.each([
    ['accounts:signUp', 'ADMIN_ONLY_OPERATION'],
    ['accounts:delete', 'ADMIN_ONLY_OPERATION'],
    ['accounts:createAuthUri', 'OPERATION_NOT_ALLOWED'],
    ['accounts:sendOobCode', 'OPERATION_NOT_ALLOWED'],
    ['accounts:resetPassword', 'OPERATION_NOT_ALLOWED'],
    ['accounts:signInWithIdp', 'OPERATION_NOT_ALLOWED'],
    ['accounts:signInWithCustomToken', 'OPERATION_NOT_ALLOWED'],
    ['accounts:signInWithEmailLink', 'OPERATION_NOT_ALLOWED'],
    ['accounts:signInWithPhoneNumber', 'OPERATION_NOT_ALLOWED'],
  ])('%s answers %s, the same for a known and an unknown email', async (name, message) => {
    const known = await newPerson();
    for (const email of [known, 'nobody@example.org']) {
      const answer = await post(`${TOOLKIT}/${name}`, { email, identifier: email, requestType: 'PASSWORD_RESET' });
      expect(answer.body).toEqual(refusal(message));
    }
  });

  it('an unknown method is answered as not found without echoing the request', async () => {
    const answer = await post(`${TOOLKIT}/accounts:<script>`, {});
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual(refusal('NOT_FOUND', 404));
  });

  it('other origins get no CORS permission', async () => {
    for (const path of [`${TOOLKIT}/accounts:signInWithPassword`, '/securetoken.googleapis.com/v1/token']) {
      const response = await fetch(`${identity.origin}${path}`, {
        method: 'OPTIONS',
        headers: { origin: 'https://example.org', 'access-control-request-method': 'POST' },
      });
      expect(response.status).toBe(204);
      expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  it('publishes its password policy and public keys', async () => {
    const policy = await fetch(`${identity.origin}/identitytoolkit.googleapis.com/v2/passwordPolicy?key=embedded`);
    expect(await policy.json()).toMatchObject({ customStrengthOptions: { minPasswordLength: 8 }, schemaVersion: 1 });
    const keys = await fetch(`${identity.origin}${JWKS_PATH}`);
    expect(await keys.json()).toEqual(identity.keys.publicKeys);
    expect(keys.headers.get('cache-control')).toBe('public, max-age=3600');
  });
});

describe('the owner’s commands', () => {
  it('create one account per normalised email, with a random password if none is given', async () => {
    const made = await addUser(identity.database, { email: ' New@Example.ORG ', password: null });
    expect(made).toMatchObject({ email: 'new@example.org' });
    expect((await signIn('new@example.org', made.password ?? '')).status).toBe(200);
    const again = addUser(identity.database, { email: 'new@example.org', password: PASSWORD });
    await expect(again).rejects.toMatchObject({ code: 'EMAIL_TAKEN' });
    const weak = addUser(identity.database, { email: 'weak@example.org', password: 'password1' });
    await expect(weak).rejects.toMatchObject({ code: 'PASSWORD_TOO_WEAK' });
    const bad = addUser(identity.database, { email: 'nobody', password: PASSWORD });
    await expect(bad).rejects.toMatchObject({ code: 'EMAIL_NOT_VALID' });
    await expect(disableUser(identity.database, 'gone@example.org')).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
  });

  it('create an owner only if there is no account yet', async () => {
    const empty = await startTestIdentity();
    try {
      const owner = await ensureOwner(empty.database, { email: 'owner@example.org', password: null });
      expect(owner?.password).toMatch(/^[a-z2-9-]{23}$/);
      expect(await ensureOwner(empty.database, { email: 'second@example.org', password: null })).toBeNull();
    } finally {
      await empty.close();
    }
  });

  it.each([
    ['disabling', (email: string) => disableUser(identity.database, email), 'USER_DISABLED', 'USER_DISABLED'],
    [
      'a new password',
      (email: string) => setPassword(identity.database, { email, password: 'another fine one' }),
      'TOKEN_REVOKED',
      'TOKEN_EXPIRED',
    ],
  ] as const)('%s from another process counts for the running server within 15 s', async (_, act, onApi, onRefresh) => {
    const email = await newPerson();
    const { body } = await signIn(email);
    const idToken = String(body['idToken']);
    await identity.verifier.verify(idToken);
    await act(email);
    expect((await refresh(body['refreshToken'])).body).toEqual(refusal(onRefresh));
    await later(15_000, () => expect(identity.verifier.verify(idToken)).rejects.toMatchObject({ code: onApi }));
  });

  it('enable an account without restoring its old sessions', async () => {
    const email = await newPerson();
    const { body } = await signIn(email);
    await disableUser(identity.database, email);
    await enableUser(identity.database, email);
    expect((await refresh(body['refreshToken'])).body).toEqual(refusal('TOKEN_EXPIRED'));
    expect((await lookup(body['idToken'])).body).toEqual(refusal('TOKEN_EXPIRED'));
  });
});

describe('guessing passwords', () => {
  it('is refused after 5 wrong passwords in a minute, even with the right one, for at most a minute', async () => {
    const email = await newPerson();
    const answers: unknown[] = [];
    for (let index = 0; index < 6; index += 1) answers.push((await signIn(email, `wrong ${index}`)).body);
    expect(answers).toEqual([
      ...Array(5).fill(refusal('INVALID_LOGIN_CREDENTIALS')),
      refusal('TOO_MANY_ATTEMPTS_TRY_LATER'),
    ]);
    expect((await signIn(email)).body).toEqual(refusal('TOO_MANY_ATTEMPTS_TRY_LATER'));
    await later(MINUTE_MS, async () => expect((await signIn(email)).status).toBe(200));
  });

  it('cannot bypass the limit with parallel requests', async () => {
    const email = await newPerson();
    await later(5 * MINUTE_MS, async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => signIn(email, `wrong ${index}`)));
      const checked = answers.filter(({ body }) => JSON.stringify(body).includes('INVALID_LOGIN_CREDENTIALS'));
      expect(checked).toHaveLength(5);
    });
  });

  it('costs the same hash for unknown, disabled and known accounts, so that its time tells nothing', async () => {
    const kinds = { known: await newPerson(), unknown: 'nobody-at-all@example.org', disabled: await newPerson() };
    await disableUser(identity.database, kinds.disabled);
    for (const [kind, email] of Object.entries(kinds)) {
      vi.mocked(verify).mockClear();
      await signIn(email, 'wrong one');
      const costs = vi
        .mocked(verify)
        .mock.calls.map(([hash]) => /^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+/.exec(String(hash))?.[0]);
      expect({ kind, costs }).toEqual({ kind, costs: ['$argon2id$v=19$m=32768,t=3,p=1'] });
    }
  });
});

/** Runs something with the service's clock moved ahead by this much, then sets the clock back. */
async function later<T>(ms: number, work: () => Promise<T> | T): Promise<T> {
  identity.clock.aheadMs += ms;
  try {
    return await work();
  } finally {
    identity.clock.aheadMs -= ms;
  }
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
