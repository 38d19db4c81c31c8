import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { instantOf } from '#base/time.ts';
import { createTokenVerifier, type TokenVerifier } from '#server/http/callers/auth.ts';
import { findUser } from '#storage/users/users.ts';
import { auditRows } from '../../../tests/support/audit-rows.ts';
import { type HostedAccount, type HostedStandIn, startHostedStandIn } from '../../../tests/support/hosted-stand-in.ts';
import { startTestIdentity, type TestIdentity } from '../../../tests/support/identity.ts';
import { addUser, disableUser, enableUser } from '../accounts.ts';
import { createHostedIdentity, type HostedIdentity } from './hosted-identity.ts';
import { hostedKeys } from './hosted-keys.ts';
import { hostedUserId, issuerOf, keysUrl, lookupUrl } from './hosted-project.ts';

const MINUTE_MS = 60_000;
const GOOGLE = { projectId: 'my-project', apiKey: 'AIza-key', origin: null };

let service: HostedStandIn;
let embedded: TestIdentity;
let hosted: HostedIdentity;
let verifier: TokenVerifier;
let account: HostedAccount;
let people = 0;

beforeAll(async () => {
  embedded = await startTestIdentity();
});

afterAll(() => embedded.close());

beforeEach(async () => {
  people += 1;
  service = await startHostedStandIn();
  const now = () => Date.now();
  hosted = createHostedIdentity({ database: embedded.database, project: service, now });
  verifier = createTokenVerifier({
    issuer: issuerOf(service),
    audience: service.projectId,
    keySet: hostedKeys(keysUrl(service)),
    userIdOf: (subject) => hostedUserId(service, subject),
    tokenState: (caller, sent) => hosted.statusOf(caller, sent),
    now,
  });
  account = service.addAccount({ uid: `uid${people}`, email: `person${people}@example.org`, password: 'x' });
});

afterEach(async () => {
  vi.useRealTimers();
  await service.close();
});

/** Advances the wall clock; the network is not affected. */
function wait(ms: number): void {
  const next = Date.now() + ms;
  vi.useFakeTimers({ toFake: ['Date'], now: next });
}

const refusalOf = (token: string) =>
  verifier.verify(token).then(
    () => 'accepted',
    (error) => error.code,
  );

describe('a user of a hosted project', () => {
  it('is identified by a token of the project, under an id that includes the issuer', async () => {
    const caller = await verifier.verify(await service.tokenOf(account));
    expect(caller).toMatchObject({ userId: `my-project:${account.uid}`, subject: account.uid, email: account.email });
  });

  it('is in the audit trail once for each session, with the address of its first request', async () => {
    const begun = Math.floor(Date.now() / 1_000);
    const first = await service.tokenOf(account, { auth_time: begun - 60 });
    await verifier.verify(first, '203.0.113.7');
    verifier.forget(hostedUserId(service, account.uid));
    await verifier.verify(first, '198.51.100.4');
    await verifier.verify(await service.tokenOf(account, { auth_time: begun }), '2001:db8::7');
    const rows = (await auditRows(embedded.ownerUrl)).filter(({ email }) => email === account.email);
    expect(rows.map(({ event, address }) => [event, address])).toEqual([
      ['signed-in', '203.0.113.7'],
      ['signed-in', '2001:db8::7'],
    ]);
  });

  it('gets one row without a password at the first sign-in, and no second one later', async () => {
    const userId = hostedUserId(service, account.uid);
    expect(await findUser(embedded.database.db, userId)).toBeNull();
    await verifier.verify(await service.tokenOf(account));
    verifier.forget(userId);
    await verifier.verify(await service.tokenOf(account));
    expect(await findUser(embedded.database.db, userId)).toMatchObject({
      issuer: 'https://securetoken.google.com/my-project',
      email: account.email,
      passwordHash: null,
      isDisabled: false,
    });
  });

  it('is distinct from an embedded user with the same id and email', async () => {
    const { userId: uid } = await addUser(embedded.database, { email: account.email, password: 'correct horse' });
    const twin = service.addAccount({ uid, email: account.email, password: 'y' });
    const caller = await verifier.verify(await service.tokenOf(twin));
    expect(caller.userId).not.toBe(uid);
    await disableUser(embedded.database, account.email, issuerOf(service));
    expect(await findUser(embedded.database.db, uid)).toMatchObject({ isDisabled: false });
    expect(await findUser(embedded.database.db, caller.userId)).toMatchObject({ isDisabled: true });
  });

  it.each([
    ['another project', { iss: 'https://securetoken.google.com/other', aud: 'other' }],
    ['another audience', { aud: 'other' }],
    ['another issuer', { iss: 'https://accounts.google.com' }],
    ['no subject', { sub: '' }],
    ['the past', { exp: 1_000 }],
  ])('is refused with a token of %s', async (_what, claims) => {
    expect(await refusalOf(await service.tokenOf(account, claims))).toBe('TOKEN_INVALID');
  });
});

describe('the keys of a hosted project', () => {
  it('are fetched once for many tokens', async () => {
    for (let token = 0; token < 5; token += 1) {
      await verifier.verify(await service.tokenOf(account, { jti: String(token) }));
    }
    expect(service.asked.keys).toBe(1);
  });

  it('are fetched again when a token names an unknown key, and a withdrawn key is refused', async () => {
    const old = await service.tokenOf(account);
    await verifier.verify(old);
    await service.rotateKey();
    wait(31_000);
    await verifier.verify(await service.tokenOf(account));
    expect(service.asked.keys).toBe(2);
    expect(await refusalOf(await service.tokenOf(account, {}, 'key-1'))).toBe('TOKEN_INVALID');
  });

  it('are not fetched for every token of a flood of unknown key ids', async () => {
    await verifier.verify(await service.tokenOf(account));
    const codes = new Set<string>();
    for (let token = 0; token < 200; token += 1) {
      codes.add(await refusalOf(await service.tokenOf(account, {}, `made-up-${token}`)));
    }
    expect(codes).toEqual(new Set(['TOKEN_INVALID']));
    expect(service.asked.keys).toBeLessThanOrEqual(2);
  });

  it('that cannot be fetched neither admit anyone nor make a token invalid', async () => {
    service.isDown = true;
    expect(await refusalOf(await service.tokenOf(account))).toBe('IDENTITY_UNAVAILABLE');
    service.isDown = false;
    expect(await refusalOf(await service.tokenOf(account))).toBe('accepted');
  });
});

describe('a token is refused within 60 s', () => {
  it.each<[string, (account: HostedAccount) => void, string]>([
    ['is disabled', (one) => Object.assign(one, { isDisabled: true }), 'USER_DISABLED'],
    ['is deleted', (one) => Object.assign(one, { isDeleted: true }), 'TOKEN_REVOKED'],
    [
      'has its tokens revoked',
      (one) => Object.assign(one, { validSince: Math.floor(Date.now() / 1_000) + 1 }),
      'TOKEN_REVOKED',
    ],
  ])('when the account %s', async (_what, change, code) => {
    const token = await service.tokenOf(account);
    await verifier.verify(token);
    change(account);
    wait(16_000);
    expect(await refusalOf(token)).toBe(code);
  });

  it('when the owner of this server disables the account, until it is enabled and signs in again', async () => {
    const token = await service.tokenOf(account);
    await verifier.verify(token);
    await disableUser(embedded.database, account.email, issuerOf(service));
    wait(16_000);
    expect(await refusalOf(token)).toBe('USER_DISABLED');
    await enableUser(embedded.database, account.email, issuerOf(service));
    wait(16_000);
    expect(await refusalOf(token)).toBe('TOKEN_REVOKED');
    expect(await refusalOf(await service.tokenOf(account))).toBe('accepted');
  });

  it('when the user signs out here, while other sessions of the user stay alive', async () => {
    const authTime = Math.floor(Date.now() / 1_000);
    const other = await service.tokenOf(account, { auth_time: authTime - 60 });
    const token = await service.tokenOf(account, { auth_time: authTime });
    await hosted.endSession(await verifier.verify(token), '203.0.113.7');
    verifier.forget(hostedUserId(service, account.uid));
    expect(await refusalOf(token)).toBe('TOKEN_REVOKED');
    expect(await refusalOf(other)).toBe('accepted');
  });
});

describe('a hosted service that does not answer', () => {
  it('keeps recently confirmed sessions alive for five minutes and admits no new ones', async () => {
    const token = await service.tokenOf(account);
    await verifier.verify(token);
    service.isDown = true;
    wait(4 * MINUTE_MS);
    expect(await refusalOf(token)).toBe('accepted');
    expect(await refusalOf(await service.tokenOf(account, { auth_time: Math.floor(Date.now() / 1_000) }))).toBe(
      'IDENTITY_UNAVAILABLE',
    );
    wait(2 * MINUTE_MS);
    expect(await refusalOf(token)).toBe('IDENTITY_UNAVAILABLE');
    service.isDown = false;
    wait(16_000);
    expect(await refusalOf(token)).toBe('accepted');
  });

  it('is asked at most every 15 s per session', async () => {
    const token = await service.tokenOf(account);
    for (let request = 0; request < 20; request += 1) await verifier.verify(token);
    expect(service.asked.lookups).toBe(1);
  });

  it('does not override what was decided on this server', async () => {
    const session = {
      userId: hostedUserId(service, account.uid),
      email: account.email,
      authTime: instantOf(Date.now()),
    };
    const sent = { token: await service.tokenOf(account), address: null };
    expect(await hosted.statusOf(session, sent)).toBe('alive');
    await disableUser(embedded.database, account.email, issuerOf(service));
    service.isDown = true;
    expect(await hosted.statusOf(session, sent)).toBe('disabled');
  });
});

describe('the addresses of the hosted service', () => {
  it('are Google’s own unless a stand-in is configured', () => {
    expect(keysUrl(GOOGLE).href).toBe(
      'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
    );
    expect(lookupUrl(GOOGLE).href).toBe('https://identitytoolkit.googleapis.com/v1/accounts:lookup?key=AIza-key');
    expect(keysUrl({ origin: 'http://127.0.0.1:9' }).origin).toBe('http://127.0.0.1:9');
    expect(lookupUrl({ ...GOOGLE, origin: 'http://127.0.0.1:9' }).href).toBe(
      'http://127.0.0.1:9/identitytoolkit.googleapis.com/v1/accounts:lookup?key=AIza-key',
    );
  });
});
