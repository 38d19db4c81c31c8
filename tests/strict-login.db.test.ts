import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addUser } from '#identity/accounts.ts';
import { type Database, openDatabase } from '#storage/database/database.ts';
import { auditRows } from './support/audit-rows.ts';
import { startTestDatabase, type TestDatabase } from './support/database.ts';
import { type RunningProgram, startProgram } from './support/program.ts';
import { until } from './support/until.ts';

const ORIGIN = 'https://bots.example.com';
const TOOLKIT = '/identitytoolkit.googleapis.com/v1';
const TOKENS = '/securetoken.googleapis.com/v1/token';
const WRONG = 'not the password';
const FORM = 'application/x-www-form-urlencoded';
/** Of an address that proves no user. */
const STRANGERS_REQUESTS = 600;
const ATTEMPTS = 5;
/** A head has ten seconds, and is looked at every second; the rest is for a busy machine. */
const HEAD_MS = { min: 9_000, max: 25_000 };

let database: TestDatabase;
let identity: Database;
let program: RunningProgram;
let visitors = 0;
/** Sent while the others are at work: nothing comes of it for ten seconds. */
let slow: Promise<AnsweredHead>;

beforeAll(async () => {
  database = await startTestDatabase();
  identity = openDatabase({ url: database.identityUrl, poolMax: 1, applicationName: 'test accounts' });
  const proxied = { TRUSTED_PROXIES: '127.0.0.1', PUBLIC_ORIGINS: ORIGIN };
  program = await startProgram({ ...proxied, DATABASE_URL: database.ownerUrl });
  slow = sendHalfAHead(program.address);
});
afterAll(async () => {
  await program.stop();
  await identity.close();
  await database.close();
});

interface AnsweredHead {
  readonly text: string;
  readonly afterMs: number;
}

/** Sends the beginning of a request, and waits for what is said to it and for the end of the connection. */
function sendHalfAHead(address: string): Promise<AnsweredHead> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve) => {
    let text = '';
    const from = performance.now();
    const socket = connect(Number(port), hostname, () =>
      socket.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\n'),
    );
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    socket.on('error', (error) => {
      text += String(error);
    });
    socket.on('close', () => resolve({ text, afterMs: performance.now() - from }));
  });
}

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: ReturnType<typeof JSON.parse>;
}

/** A request as a proxy on this machine passes it on. */
function send(path: string, { method = 'POST', headers = {}, body = '' }: Sent): Promise<Answer> {
  const { hostname, port } = new URL(program.address);
  const all = { host: 'bots.example.com', 'content-type': 'application/json', ...headers };
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers: all }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: text === '' ? null : JSON.parse(text),
        });
      });
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/** An address from which nothing has come yet. */
function newAddress(): string {
  visitors += 1;
  return `203.0.113.${visitors}`;
}

interface Attempt {
  readonly email?: string;
  readonly password?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly from?: string;
}

function signIn({
  email = program.owner.email,
  password = program.owner.password,
  headers,
  from = newAddress(),
}: Attempt) {
  const body = JSON.stringify({ email, password, returnSecureToken: true });
  const path = `${TOOLKIT}/accounts:signInWithPassword?key=embedded`;
  return send(path, { body, headers: { 'x-forwarded-for': from, ...headers } });
}

const refresh = (token: string) =>
  send(TOKENS, { body: `grant_type=refresh_token&refresh_token=${token}`, headers: { 'content-type': FORM } });
const status = (token: string) =>
  send('/api/status', {
    method: 'GET',
    headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': newAddress() },
  });
const messageOf = ({ body }: Answer): unknown => body?.error?.message;

/** Creates an account as the command of the owner does. */
async function newAccount(): Promise<{ email: string; password: string }> {
  visitors += 1;
  const { email, password } = await addUser(identity, { email: `person${visitors}@example.org`, password: null });
  return { email, password: password ?? '' };
}

/** Comes first, because the audit trail counts the senders of a busy minute together. */
describe('the owner of an account behind a named proxy', () => {
  const [HOME, STRANGER] = [newAddress(), newAddress()];
  const FOREIGN = 'https://evil.example.org';
  let account: Awaited<ReturnType<typeof newAccount>>;
  beforeAll(async () => {
    account = await newAccount();
  });
  const attempt = async (tried: Attempt, headers: Readonly<Record<string, string>> = {}): Promise<number> =>
    (await signIn({ ...account, ...tried, headers: { origin: ORIGIN, ...headers } })).status;
  const right = (): Promise<number> => attempt({ from: HOME });

  it('still signs in after thirty wrong passwords of a stranger', async () => {
    expect(await right()).toBe(200);
    const wrong = await Promise.all(
      Array.from({ length: 30 }, (_, index) => attempt({ from: STRANGER, password: `guess ${index}` })),
    );
    expect(new Set(wrong)).toEqual(new Set([400]));
    expect(await right()).toBe(200);
  });

  it('still signs in after ten posts of a foreign page in the same browser, whatever their type', async () => {
    for (const type of ['application/json', FORM, 'text/plain']) {
      for (let count = 0; count < 10; count += 1) {
        const headers = { origin: FOREIGN, 'content-type': type };
        expect(await attempt({ from: HOME, password: 'guess' }, headers)).toBe(400);
      }
    }
    expect(await right()).toBe(200);
  });

  it('signs in with JSON only: a form, which needs no permission of the browser, is refused and not counted', async () => {
    for (let count = 0; count < 10; count += 1) {
      expect(await attempt({ from: HOME, password: 'guess' }, { 'content-type': FORM })).toBe(400);
    }
    expect(await right()).toBe(200);
  });

  it('finds in the audit trail who signed in and who failed to, with the addresses of the visitors, and it fits', async () => {
    const rows = () => auditRows(database.ownerUrl);
    await until(async () => (await rows()).some(({ email, address }) => email === null && address === STRANGER));
    expect(await program.command('audit', 'show')).toContain(`sign-in-failed  -  ${STRANGER}`);
    const shown = await program.command('audit', 'show', '--user', account.email, '--since', '2025-05-04');
    expect(shown).toContain(`user-added  ${account.email}  -\n`);
    expect(shown).toContain(`signed-in  ${account.email}  ${HOME}\n`);
    expect(shown).toContain(`sign-in-failed  ${account.email}  ${STRANGER}  {"wrong":1}\n`);
    expect(shown).not.toContain(account.password);
    expect(await program.command('audit', 'check')).toMatch(/^The audit trail is whole: all \d+ rows fit\.\nHash /);
  });
});

describe('the login of the running program', () => {
  it('sets no cookie, is kept in no cache and is readable by no other origin, whatever it answers', async () => {
    const right = await signIn({});
    const answers = [
      right,
      await signIn({ password: WRONG }),
      await signIn({ email: 'nobody@example.org' }),
      await refresh(right.body.refreshToken),
      await refresh('unknown'),
      await send(`${TOOLKIT}/accounts:lookup`, { body: JSON.stringify({ idToken: right.body.idToken }) }),
      await send(`${TOOLKIT}/accounts:unknown`, { body: '{}' }),
    ];
    expect(answers.map(({ status: code }) => code)).toEqual([200, 400, 400, 200, 400, 200, 404]);
    for (const { headers } of answers) {
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
      expect(headers).not.toHaveProperty('set-cookie');
      expect(headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  it('answers a wrong password, an unknown account and a disabled one in the same words', async () => {
    const account = await newAccount();
    await program.command('user', 'disable', account.email);
    const bodies = await Promise.all(
      [program.owner.email, 'nobody@example.org', account.email].map((email) => signIn({ email, password: WRONG })),
    );
    expect(new Set(bodies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(bodies.map(messageOf)).toEqual(Array(3).fill('INVALID_LOGIN_CREDENTIALS'));
  });

  /** The same account for all of them, so that what one counted would show in the next. */
  let shared: Awaited<ReturnType<typeof newAccount>>;
  beforeAll(async () => {
    shared = await newAccount();
  });
  it.each([
    ['a form', { 'content-type': FORM }],
    ['plain text', { 'content-type': 'text/plain' }],
    ['a form with files', { 'content-type': 'multipart/form-data; boundary=x' }],
    ['a page of another site', { origin: 'https://evil.example.org' }],
    ['a page without an origin', { origin: 'null' }],
    ['a foreign host name', { host: 'evil.example.org' }],
  ])('refuses %s, and does not count it as a wrong password', async (_, headers) => {
    const from = newAddress();
    const refused = await Promise.all(
      Array.from({ length: 2 * ATTEMPTS }, () => signIn({ ...shared, from, password: WRONG, headers })),
    );
    expect(new Set(refused.map(messageOf))).toEqual(new Set(['INVALID_REQUEST']));
    expect((await signIn({ ...shared, from })).status).toBe(200);
  });

  it('checks five passwords of an account from an address in a minute, however many are tried at once, and then not even the right one', async () => {
    const account = { ...(await newAccount()), from: newAddress() };
    const tries = await Promise.all(Array.from({ length: 20 }, () => signIn({ ...account, password: WRONG })));
    const checked = tries.filter((answer) => messageOf(answer) === 'INVALID_LOGIN_CREDENTIALS');
    expect(checked).toHaveLength(ATTEMPTS);
    expect(messageOf(await signIn(account))).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
  });

  it('lets every other address in while two strangers are refused', async () => {
    const account = await newAccount();
    for (const from of [newAddress(), newAddress()]) {
      await Promise.all(Array.from({ length: 10 }, () => signIn({ ...account, from, password: WRONG })));
      expect(messageOf(await signIn({ ...account, from }))).toBe('TOO_MANY_ATTEMPTS_TRY_LATER');
    }
    expect((await signIn(account)).status).toBe(200);
  });

  it('counts its calls like those of every stranger: six hundred a minute and address', async () => {
    const from = { 'x-forwarded-for': newAddress() };
    const policy = () => send('/identitytoolkit.googleapis.com/v2/passwordPolicy', { method: 'GET', headers: from });
    const answers = await Promise.all(Array.from({ length: STRANGERS_REQUESTS }, policy));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    // On a slow machine they may have taken more than their minute, and the next one has a count of its own.
    let more = 1;
    const messages = async () => {
      const refused = (await Promise.all(Array.from({ length: more }, policy))).map(messageOf);
      more = STRANGERS_REQUESTS + 1;
      return refused;
    };
    await expect.poll(messages).toContain('TOO_MANY_ATTEMPTS_TRY_LATER');
    expect((await signIn({})).status).toBe(200);
  });

  it('a sign-out ends the tokens of its session at once', async () => {
    const one = await signIn({});
    expect((await status(one.body.idToken)).status).toBe(200);
    const headers = { authorization: `Bearer ${one.body.idToken}` };
    expect((await send('/api/sign-out', { headers, body: '{}' })).status).toBe(200);
    expect((await status(one.body.idToken)).status).toBe(401);
    expect(messageOf(await refresh(one.body.refreshToken))).toBe('TOKEN_EXPIRED');
  });

  it.each(['disable', 'password'])('"user %s" ends every session of the account within a minute', async (act) => {
    const account = await newAccount();
    const { body } = await signIn(account);
    expect((await status(body.idToken)).status).toBe(200);
    await program.command('user', act, account.email);
    expect((await refresh(body.refreshToken)).status).toBe(400);
    await expect.poll(async () => (await status(body.idToken)).status, { timeout: 60_000, interval: 500 }).toBe(401);
    expect(messageOf(await signIn(account))).toBe(act === 'disable' ? 'USER_DISABLED' : 'INVALID_LOGIN_CREDENTIALS');
  });
});

/** Comes last, when the ten seconds are over. */
it('a connection whose head is never complete is answered with 408 and ended after ten seconds', async () => {
  const { text, afterMs } = await slow;
  expect(text).toMatch(/^HTTP\/1\.1 408 /);
  expect(text).toContain('HEAD_TOO_SLOW');
  expect(afterMs).toBeGreaterThan(HEAD_MS.min);
  expect(afterMs).toBeLessThan(HEAD_MS.max);
});
