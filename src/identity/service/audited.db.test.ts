import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { auditRows } from '../../../tests/support/audit-rows.ts';
import { startTestIdentity, type TestIdentity } from '../../../tests/support/identity.ts';
import { until } from '../../../tests/support/until.ts';
import { addUser, disableUser, enableUser, setPassword } from '../accounts.ts';
import { createFailedSignIns, SENDERS_PER_MINUTE } from './failed-sign-ins.ts';

const PASSWORD = 'correct horse battery';
const WRONG = 'not the password at all';
const ANN = 'ann@example.org';
const MINUTE_MS = 60_000;
const TOOLKIT = '/identitytoolkit.googleapis.com/v1';
const HERE = '127.0.0.1';

let identity: TestIdentity;
let annId: string;

beforeEach(async () => {
  identity = await startTestIdentity();
  annId = (await addUser(identity.database, { email: ANN, password: PASSWORD })).userId;
});
afterEach(async () => {
  vi.useRealTimers();
  await identity.close();
});

async function post(path: string, body: URLSearchParams | Record<string, unknown>): Promise<Record<string, string>> {
  const isForm = body instanceof URLSearchParams;
  const response = await fetch(`${identity.origin}${path}?key=embedded`, {
    method: 'POST',
    headers: isForm ? {} : { 'content-type': 'application/json' },
    body: isForm ? body : JSON.stringify(body),
  });
  return (await response.json()) as Record<string, string>;
}

const signIn = (email = ANN, password = PASSWORD) =>
  post(`${TOOLKIT}/accounts:signInWithPassword`, { email, password });
const refresh = (token: string | undefined) =>
  post(
    '/securetoken.googleapis.com/v1/token',
    new URLSearchParams({ grant_type: 'refresh_token', refresh_token: String(token) }),
  );

/** Rows after that of Ann's account: what happened to whom, from where, and the details. */
async function happened(): Promise<readonly (readonly unknown[])[]> {
  const rows = await auditRows(identity.ownerUrl);
  return rows.slice(1).map(({ event, ownerId, address, details }) => [event, ownerId, address, JSON.parse(details)]);
}

/** The rows, once there are so many: failed sign-ins are written after their answer. */
async function happenedTimes(count: number): Promise<readonly (readonly unknown[])[]> {
  await until(async () => (await happened()).length >= count, `${count} rows of the audit trail`);
  return happened();
}

describe('the audit trail of accounts', () => {
  it('records accounts that are added, disabled and enabled, and passwords that a command sets', async () => {
    await disableUser(identity.database, ANN);
    await enableUser(identity.database, ANN);
    await setPassword(identity.database, { email: ANN, password: null });
    const rows = await auditRows(identity.ownerUrl);
    expect(rows.map(({ event, ownerId, address, email }) => [event, ownerId, address, email])).toEqual(
      ['user-added', 'user-disabled', 'user-enabled', 'password-changed'].map((event) => [event, annId, null, ANN]),
    );
  });

  it('records a sign-in, a changed password and a sign-out with the address', async () => {
    const { idToken } = await signIn();
    const changed = await post(`${TOOLKIT}/accounts:update`, { idToken, password: 'another fine one' });
    await identity.signOut(String(changed['idToken']));
    expect(await happened()).toEqual(
      ['signed-in', 'password-changed', 'signed-out'].map((event) => [event, annId, HERE, {}]),
    );
  });

  it('records that a refresh token was used a second time, which ends its session', async () => {
    const { refreshToken } = await signIn();
    await refresh(refreshToken);
    identity.clock.aheadMs += 2 * MINUTE_MS;
    for (let uses = 0; uses < 3; uses += 1) await refresh(refreshToken);
    expect((await happened()).slice(1)).toEqual([['refresh-token-reused', annId, HERE, {}]]);
  });

  it('contains no password, no token and nothing that was typed as an email of nobody', async () => {
    const { idToken, refreshToken } = await signIn();
    await signIn(ANN, WRONG);
    await signIn('my@secret-password', WRONG);
    await happenedTimes(3);
    const rows = JSON.stringify(await auditRows(identity.ownerUrl));
    for (const secret of [PASSWORD, WRONG, 'secret-password', idToken, refreshToken])
      expect(rows).not.toContain(secret);
  });
});

describe('failed sign-ins in the audit trail', () => {
  it('a wrong password, an unknown account and a disabled account are recorded with the address', async () => {
    await signIn(ANN, WRONG);
    await signIn('nobody@example.org', WRONG);
    expect(await happenedTimes(2)).toEqual([
      ['sign-in-failed', annId, HERE, { wrong: 1 }],
      ['sign-in-failed', null, HERE, { wrong: 1 }],
    ]);
    await disableUser(identity.database, ANN);
    identity.clock.aheadMs += MINUTE_MS;
    await signIn();
    expect((await happenedTimes(4)).at(-1)).toEqual(['sign-in-failed', annId, HERE, { disabled: 1 }]);
  });

  it('six hundred failures in a minute are few rows, which say how many there were', async () => {
    vi.useFakeTimers({ toFake: ['Date'] }); // All within one minute, however long it takes.
    for (let batch = 0; batch < 60; batch += 1) await Promise.all(Array.from({ length: 10 }, () => signIn(ANN, WRONG)));
    identity.clock.aheadMs += MINUTE_MS;
    await signIn('nobody@example.org', WRONG); // The next minute has begun.
    const rows = await happenedTimes(5);
    expect(rows).toHaveLength(5);
    const sums = { wrong: 0, throttled: 0 };
    for (const row of rows) {
      const counts = row[3] as Partial<typeof sums>;
      sums.wrong += counts.wrong ?? 0;
      sums.throttled += counts.throttled ?? 0;
    }
    expect(sums).toEqual({ wrong: 6, throttled: 595 });
  });

  it('what was only counted is written when the service closes', async () => {
    const failures = createFailedSignIns(identity.database, () => 0);
    for (let count = 0; count < 3; count += 1) failures.note({ userId: annId, address: HERE, reason: 'wrong' });
    await failures.close();
    expect(await happened()).toEqual([
      ['sign-in-failed', annId, HERE, { wrong: 1 }],
      ['sign-in-failed', annId, HERE, { wrong: 2 }],
    ]);
  });

  it('failures from a thousand addresses in a minute are a bounded number of rows that lose no count', async () => {
    const failures = createFailedSignIns(identity.database, () => 0);
    for (let sender = 0; sender < 1_000; sender += 1) {
      for (let count = 0; count < 2; count += 1)
        failures.note({ userId: null, address: `10.0.${sender >> 8}.${sender & 255}`, reason: 'wrong' });
    }
    await failures.close();
    const rows = await happened();
    expect(rows).toHaveLength(2 * (SENDERS_PER_MINUTE + 1));
    const sum = rows.reduce((count, row) => count + (row[3] as { wrong: number }).wrong, 0);
    expect(sum).toBe(2_000);
    expect(rows.filter(([, , address]) => address === null)).toHaveLength(2);
  });
});
