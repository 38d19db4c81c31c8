import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { instantOf } from '#base/time.ts';
import { documentContext, keyContext } from '#keys/sealing/key-context.ts';
import { createOpener } from '#keys/sealing/opener.ts';
import { createSealer } from '#keys/sealing/sealer.ts';
import type { PermissionsAnswer } from '#ports/key-permissions.ts';
import { type Database, openDatabase } from '#storage/database/database.ts';
import { expectStatus } from '../../../tests/support/api-world.ts';
import { findCanaries } from '../../../tests/support/canary.ts';
import { GOOD_KEY, type KeySupport, openKeySupport } from '../../../tests/support/key-support.ts';
import { type Answer, startTestServer, type TestServer } from '../../../tests/support/server.ts';
import { until } from '../../../tests/support/until.ts';

const MINUTE_MS = 60_000;
const KEY = { api_key: `${'k'.repeat(60)}wxyz`, secret: 's'.repeat(64) };
const OTHER = { api_key: `${'q'.repeat(60)}4321`, secret: 't'.repeat(64) };
const can = (change: object): PermissionsAnswer => ({
  kind: 'known',
  permissions: { canRead: true, canTrade: true, canWithdraw: false, isIpRestricted: true, ...change },
});

let keySupport: KeySupport;
let server: TestServer;
let owner: Database;
let aheadMs = 0;
let people = 0;
let user: string;

beforeAll(async () => {
  keySupport = await openKeySupport();
  server = await startTestServer({
    keysOf: (engine) => keySupport.servicesOf(engine),
    now: () => instantOf(Date.now() + aheadMs),
  });
  owner = openDatabase({ url: server.ownerUrl, poolMax: 1, applicationName: 'test' });
});

afterAll(async () => {
  await owner.close();
  await server.close();
  await keySupport.close();
});

beforeEach(() => {
  people += 1;
  user = `person${people}`;
  aheadMs = 0;
  keySupport.answer = GOOD_KEY;
});

const post = (name: string, body: object = {}, headers: Record<string, string> = {}, as = user): Promise<Answer> =>
  server.send('POST', `/api/${name}-exchange-key`, { as, body, headers });
const key = async (as = user) => {
  const { items } = expectStatus(await server.send('GET', '/api/get-exchange-keys', { as }), 200);
  return items[0];
};

describe('adding a key', () => {
  it('checks the key at the exchange, stores it sealed, and returns its last four characters and permissions, never the secret', async () => {
    const answer = await post('add', KEY);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      environment: 'sim',
      is_present: true,
      version: 1,
      last_four: 'wxyz',
      check: 'known',
      permissions: { can_read: true, can_trade: true, can_withdraw: false, is_ip_restricted: true },
      refusal: null,
    });
    expect(JSON.stringify([answer.body, await key()])).not.toMatch(/kkkk|ssss/);
    expect(keySupport.asked.at(-1)).toEqual({ apiKey: KEY.api_key, secret: KEY.secret });
    expect(await keySupport.signer().credentialsOf(user)).toEqual({ apiKey: KEY.api_key, secret: KEY.secret });
  });

  it('also writes the key to the documents of the user, so that the next sign-in changes nothing', async () => {
    await post('add', KEY);
    const { rows } = await sql<{ path: string }>`select path from documents where owner_id = ${user}`.execute(owner.db);
    expect(rows).toEqual([{ path: 'keys/readApiKeys' }]);
    await expect.poll(async () => (await key()).reading.state).not.toBe('reading');
    expect(await key()).toMatchObject({ version: 1, last_four: 'wxyz' });
  });

  it('refuses a second key, which must replace the first one instead', async () => {
    await post('add', KEY);
    expect(await post('add', OTHER)).toMatchObject({ status: 409, body: { code: 'EXCHANGE_KEY_PRESENT' } });
    expect(await key()).toMatchObject({ last_four: 'wxyz' });
  });

  it.each<[string, PermissionsAnswer, number, string]>([
    ['may withdraw', can({ canWithdraw: true }), 422, 'EXCHANGE_KEY_CAN_WITHDRAW'],
    ['is refused by the exchange', { kind: 'refused', venueCode: -2015 }, 422, 'EXCHANGE_KEY_REFUSED'],
    ['cannot be tested', { kind: 'unreachable' }, 502, 'EXCHANGE_UNAVAILABLE'],
  ])('stores no key that %s', async (_what, answer, status, code) => {
    keySupport.answer = answer;
    expect(await post('add', KEY)).toMatchObject({ status, body: { code } });
    expect(await key()).toMatchObject({ is_present: false, version: 0 });
    expect(await keySupport.signer().credentialsOf(user)).toBeNull();
  });

  it('accepts a key without IP restriction or trading permission and returns its permissions', async () => {
    keySupport.answer = can({ canTrade: false, isIpRestricted: false });
    const { body } = await post('add', KEY);
    expect(body).toMatchObject({
      permissions: { can_trade: false, is_ip_restricted: false },
    });
  });

  it.each([
    ['no secret', { api_key: KEY.api_key }, 'secret'],
    ['a short key', { ...KEY, api_key: 'short' }, 'api_key'],
    ['a key with a space', { ...KEY, api_key: 'k k k k k k' }, 'api_key'],
    ['an over-long secret', { ...KEY, secret: 's'.repeat(513) }, 'secret'],
    ['an owner', { ...KEY, owner_id: 'bob' }, 'owner_id'],
    ['sealed bytes of its own', { ...KEY, sealed: 'AAAA' }, 'sealed'],
  ])('refuses %s without repeating the value', async (_what, body, path) => {
    const answer = await post('add', body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'REQUEST_INVALID', errors: [{ path }] } });
    expect(JSON.stringify(answer.body)).not.toMatch(/kkk|sss|k k/);
  });

  it('takes effect once under an idempotency key, however often it is sent', async () => {
    const headers = { 'idempotency-key': `once-${user}` };
    const asked = keySupport.asked.length;
    const answers = await Promise.all([1, 2, 3].map(() => post('add', KEY, headers)));
    answers.push(await post('add', KEY, headers));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(keySupport.asked.length - asked).toBe(1);
    expect(await post('add', OTHER, headers)).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  });

  it('stores one key when two requests race, and refuses the other one', async () => {
    const answers = await Promise.all([post('add', KEY), post('add', OTHER)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await key()).toMatchObject({ is_present: true, version: 1 });
  });

  it('is limited to thirty attempts a minute, because each is a call to the exchange', async () => {
    keySupport.answer = { kind: 'refused', venueCode: -2014 };
    const statuses: number[] = [];
    for (let test = 0; test < 32; test += 1) statuses.push((await post('add', KEY)).status);
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 422), 429, 429]);
    expect((await post('add', KEY)).body.code).toBe('EXCHANGE_SHARE_USED');
    aheadMs = MINUTE_MS;
    expect((await post('add', KEY)).status).toBe(422);
  });
});

describe('a sign-in older than five minutes', () => {
  it.each([
    ['add', OTHER],
    ['rotate', OTHER],
    ['remove', {}],
  ])('does not %s a key', async (name, body) => {
    if (name !== 'add') await post('add', KEY);
    await server.tokenOf(user);
    aheadMs = 5 * MINUTE_MS + 2_000;
    expect(await post(name, body)).toMatchObject({ status: 403, body: { code: 'STEP_UP_REQUIRED' } });
    expect((await key()).last_four).toBe(name === 'add' ? null : 'wxyz');
  });

  it('can still show and test the key', async () => {
    await post('add', KEY);
    aheadMs = 10 * MINUTE_MS;
    expect((await post('test')).status).toBe(200);
    expect((await key()).last_four).toBe('wxyz');
  });
});

describe('replacing a key', () => {
  it('stores the new key when the exchange accepts it', async () => {
    await post('add', KEY);
    expect((await post('rotate', OTHER)).body).toMatchObject({ version: 2, last_four: '4321' });
    expect(await keySupport.signer().credentialsOf(user)).toMatchObject({ apiKey: OTHER.api_key });
  });

  it('keeps the old key when the exchange refuses the new one', async () => {
    await post('add', KEY);
    keySupport.answer = { kind: 'refused', venueCode: -2015 };
    expect((await post('rotate', OTHER)).status).toBe(422);
    expect(await key()).toMatchObject({ version: 1, last_four: 'wxyz', refusal: null });
  });

  it('is refused when there is no key', async () => {
    expect(await post('rotate', OTHER)).toMatchObject({ status: 404, body: { code: 'EXCHANGE_KEY_NOT_FOUND' } });
  });
});

describe('testing the stored key', () => {
  it('returns and stores what the exchange says now', async () => {
    await post('add', KEY);
    keySupport.answer = can({ isIpRestricted: false });
    expect((await post('test')).body).toMatchObject({ permissions: { is_ip_restricted: false }, refusal: null });
    keySupport.answer = can({ canWithdraw: true });
    expect((await post('test')).body).toMatchObject({ refusal: 'KEY_CAN_WITHDRAW' });
    expect(await keySupport.signer().credentialsOf(user)).toBeNull();
  });

  it('changes nothing when the exchange cannot be reached', async () => {
    await post('add', KEY);
    keySupport.answer = { kind: 'unreachable' };
    expect(await post('test')).toMatchObject({ status: 502, body: { code: 'EXCHANGE_UNAVAILABLE' } });
    expect(await key()).toMatchObject({ check: 'known' });
  });

  it('says that a key sealed for a lost private key must be added again', async () => {
    await post('add', KEY);
    await sql`update exchange_keys set sealed = '\\x00' where owner_id = ${user}`.execute(owner.db);
    expect(await post('test')).toMatchObject({ status: 409, body: { code: 'EXCHANGE_KEY_UNREADABLE' } });
    expect((await post('rotate', OTHER)).status).toBe(200);
  });

  it('is refused when there is no key', async () => {
    expect(await post('test')).toMatchObject({ status: 404, body: { code: 'EXCHANGE_KEY_NOT_FOUND' } });
  });
});

describe('removing a key', () => {
  it('deletes the sealed copy and the document', async () => {
    await post('add', KEY);
    expect((await post('remove')).body).toMatchObject({ is_present: false, last_four: null, removed_by: 'user' });
    expect(await keySupport.signer().credentialsOf(user)).toBeNull();
    const { rows } = await sql`select from documents where owner_id = ${user}`.execute(owner.db);
    expect(rows).toEqual([]);
    expect((await post('remove')).status).toBe(404);
    expect((await post('add', OTHER)).body).toMatchObject({ version: 3, last_four: '4321', removed_by: null });
  });
});

describe('the simulated account', () => {
  it('can be restored after its key was removed, but never replaces another key', async () => {
    const open = (as = user) => server.send('POST', '/api/open-simulated-account', { as, body: {} });
    expect((await open()).body).toMatchObject({ is_present: true, version: 1 });
    expect(await keySupport.signer().credentialsOf(user)).toMatchObject({ apiKey: `sim-key-1-of-${user}` });
    expect(await open()).toMatchObject({ status: 409, body: { code: 'EXCHANGE_KEY_PRESENT' } });
    await post('remove');
    aheadMs = 6 * MINUTE_MS;
    expect(await open()).toMatchObject({ status: 403, body: { code: 'STEP_UP_REQUIRED' } });
    aheadMs = 0;
    expect((await open()).body).toMatchObject({ is_present: true, version: 3 });
  });
});

it('of two requests for a simulated account at the same time one is refused, and the stored key is the one that works', async () => {
  const waiting: (() => void)[] = [];
  keySupport.beforeOpening = () => new Promise((resolve) => waiting.push(resolve));
  const open = (as = user) => server.send('POST', '/api/open-simulated-account', { as, body: {} });
  const both = [open(), open()];
  const others = open('somebody else');
  await until(() => waiting.length === 2, 'the first request of each user'); // Nobody waits for another user.
  keySupport.beforeOpening = async () => {};
  for (const goOn of waiting) goOn();
  const answers = await Promise.all(both);
  expect(answers.map(({ status, body }) => (status === 200 ? 200 : body.code)).sort()).toEqual([
    200,
    'EXCHANGE_KEY_PRESENT',
  ]);
  expect((await others).status).toBe(200);
  const last = `sim-key-${keySupport.opened.get(user)}-of-${user}`;
  expect(await keySupport.signer().credentialsOf(user)).toMatchObject({ apiKey: last });
});

describe('unknown permissions', () => {
  beforeEach(async () => {
    keySupport.answer = { kind: 'unknown' };
    await post('add', KEY);
  });

  it('are shown as unknown until the user accepts them', async () => {
    expect(await key()).toMatchObject({ check: 'unknown', permissions: null });
    expect((await post('acknowledge', { version: 1 })).body).toMatchObject({
      is_acknowledged: true,
    });
  });

  it('are accepted for one version of the key only', async () => {
    await post('acknowledge', { version: 1 });
    await post('rotate', OTHER);
    expect(await key()).toMatchObject({ is_acknowledged: false });
    expect(await post('acknowledge', { version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'VERSION_CONFLICT' },
    });
  });

  it('cannot be accepted when they are known or when there is no key', async () => {
    keySupport.answer = GOOD_KEY;
    await post('test');
    expect(await post('acknowledge', { version: 1 })).toMatchObject({
      status: 422,
      body: { code: 'EXCHANGE_KEY_PERMISSIONS_KNOWN' },
    });
    await post('remove');
    expect((await post('acknowledge', { version: 2 })).status).toBe(404);
  });
});

describe('the key of a user', () => {
  it('cannot be seen, tested, replaced or removed by anybody else', async () => {
    await post('add', KEY);
    expect(await key('mallory')).toMatchObject({ is_present: false, last_four: null, version: 0 });
    for (const [name, body] of [
      ['test', {}],
      ['rotate', OTHER],
      ['remove', {}],
      ['acknowledge', { version: 1 }],
    ] as const) {
      expect((await post(name, body, {}, 'mallory')).status).toBe(404);
    }
    expect(await key()).toMatchObject({ last_four: 'wxyz' });
  });

  it('cannot be opened in the row of another user or under another version', async () => {
    await post('add', KEY);
    const thief = `thief${people}`;
    await post('add', OTHER, {}, thief);
    await sql`update exchange_keys set sealed = (select sealed from exchange_keys where owner_id = ${user})
      where owner_id = ${thief}`.execute(owner.db);
    await expect(keySupport.signer().credentialsOf(thief)).rejects.toMatchObject({ code: 'EXCHANGE_KEY_UNREADABLE' });
    await sql`update exchange_keys set version = version + 1 where owner_id = ${user}`.execute(owner.db);
    await expect(keySupport.signer().credentialsOf(user)).rejects.toMatchObject({ code: 'EXCHANGE_KEY_UNREADABLE' });
  });
});

describe('the request handlers', () => {
  it('hold only the public half of the sealing key and cannot open what they sealed', async () => {
    await post('add', KEY);
    expect(await readdir(keySupport.requestsDir)).toEqual(['exchange-keys-public.json']);
    const { rows } = await sql<{ sealed: Buffer }>`select sealed from exchange_keys where owner_id = ${user}`.execute(
      owner.db,
    );
    const sealed = rows[0]?.sealed ?? Buffer.alloc(0);
    const context = keyContext({ ownerId: user, environment: 'sim' }, 1);
    await expect(createOpener(keySupport.requestsDir).open({ sealed, context })).rejects.toMatchObject({
      code: 'SEALING_KEY_UNREADABLE',
    });
    expect(await createOpener(keySupport.engineDir).open({ sealed, context })).toMatchObject({ secret: KEY.secret });
  });

  it('no exchange key crosses threads in clear when one is added, replaced, tested or read from a document', async () => {
    keySupport.crossed.length = 0;
    await post('add', KEY);
    await post('rotate', OTHER);
    await post('test');
    const [other, location] = [`${user} of a document`, { path: 'keys/readApiKeys', version: 1 }];
    const context = documentContext({ ownerId: other, path: location.path }, location.version);
    const credentials = { apiKey: OTHER.api_key, secret: OTHER.secret };
    const sealed = await createSealer(keySupport.requestsDir).seal(credentials, context);
    const document = { ...location, ownerId: other, sealed, updatedAt: new Date() };
    await owner.db.insertInto('documents').values(document).execute();
    await until(async () => (await key(other)).version === 1, 'the key of the document');
    expect(keySupport.crossed).toHaveLength(11); // One of each question and answer, two questions of a new seal.
    const secrets = [KEY.secret, KEY.api_key, OTHER.secret, OTHER.api_key];
    const places = keySupport.crossed.map((text, index) => ({ name: `message ${index}`, text }));
    expect(findCanaries(places, secrets)).toEqual([]);
    expect(keySupport.asked.at(-1)).toEqual(credentials);
  });
});
