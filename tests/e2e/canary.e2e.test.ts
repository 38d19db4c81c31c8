import path from 'node:path';
import { sql } from 'kysely';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { at } from '#base/assert.ts';
import { calls } from '#contract/calls.ts';
import { getExchangeKeys } from '#contract/exchange-key.ts';
import { pageAddress, pages } from '#contract/pages.ts';
import { readState } from '#simulator/stored/stored-state.ts';
import { type Database, openDatabase } from '#storage/database/database.ts';
import { adminHeadersIn } from '../support/admin-headers.ts';
import { launchBrowser, leaveBrowser } from '../support/browser.ts';
import { browserPlaces, databasePlaces, findCanaries, type Place } from '../support/canary.ts';
import { startTestDatabase, type TestDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { startHeld } from '../support/held-market.ts';
import { type NoticeReceiver, startNoticeReceiver } from '../support/notice-receiver.ts';
import type { RunningProgram } from '../support/program.ts';
import { openVisitor, signIn, type Visitor } from '../support/visitor.ts';

interface Key {
  readonly apiKey: string;
  readonly secret: string;
}

/** They end the session, or compute for long. */
const LEFT_OUT = new Set(['signOut', 'loadDemo', 'removeDemo']);

let urls: TestDatabase;
let owner: Database;
let program: RunningProgram;
let browser: Browser;
let visitor: Visitor;
let receiver: NoticeReceiver;
let simulator: string;
/** The keys of three accounts: the user's own, one that takes its place, one that is only tried. */
let [own, next, tried]: Key[] = [];
const answers: Place[] = [];
let token = '';

beforeAll(async () => {
  const port = await freePort();
  simulator = `http://127.0.0.1:${port}`;
  urls = await startTestDatabase();
  owner = openDatabase({ url: urls.ownerUrl, poolMax: 1, applicationName: 'canary' });
  receiver = await startNoticeReceiver();
  const places = { WEBHOOK_HOSTS: receiver.host, TELEGRAM_ORIGIN: `http://${receiver.host}` };
  const settings = { SIMULATOR_PORT: String(port), DATABASE_URL: urls.ownerUrl, LOG_LEVEL: 'debug', ...places };
  [{ program }, browser] = await Promise.all([startHeld(settings), launchBrowser()]);
  visitor = await openVisitor(browser, program);
  visitor.context.on('request', (request) => {
    token = request.headers()['authorization'] ?? token;
  });
  visitor.page.on('response', async (response) => {
    const text = await response.text().catch(() => ''); // An answer whose page has gone has no body any more.
    answers.push({ name: `answer of ${response.url()}`, text: text + JSON.stringify(response.headers()) });
  });
  await signIn(visitor.page, program);
  await vi.waitFor(async () => expect((await ownKey()).reading.state).toBe('read'), { timeout: 60_000 });
  const { userId } = await owner.db.selectFrom('users').select('userId').executeTakeFirstOrThrow();
  own = await storedKey(userId);
  next = await openAccount('canary next');
  tried = await openAccount('canary tried');
});

afterAll(async () => {
  await leaveBrowser(browser);
  await program.stop();
  await owner.close();
  await urls.close();
  await receiver.close();
});

async function ownKey() {
  const [key] = (await visitor.ask(getExchangeKeys, {})).items;
  if (key === undefined) throw new Error('the environment of the installation is always there');
  return key;
}

async function admin(path: string, body: object): Promise<Key> {
  const response = await fetch(`${simulator}/admin/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(await adminHeadersIn(program.dataDir)) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Key;
}

/** The key of a label as the simulated exchange stores it, because it tells a secret only once. */
async function storedKey(label: string): Promise<Key> {
  const { entries } = await readState(path.join(program.dataDir, 'simulator'));
  const found = entries.flatMap((entry) => (entry.kind === 'key' && entry.key.label === label ? [entry.key] : []));
  return at(found, found.length - 1);
}

const openAccount = (label: string): Promise<Key> => admin('accounts', { label });

async function post(name: string, body: unknown, headers: Record<string, string> = {}): Promise<number> {
  const response = await fetch(`${program.address}/api/${name}`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  answers.push({ name, text: (await response.text()) + JSON.stringify([...response.headers]) });
  return response.status;
}

/** The secrets of the two ways out of the program for notices, and the part of a webhook's address that works like one. */
const SIGNING_SECRET = 'canary-signing-secret-0123456789';
const CHAT_TOKEN = `7654321:${'canaryTelegramToken'.repeat(2)}`;
const ADDRESS_TOKEN = 'canary-in-the-address-of-a-webhook';
const webhook = () => ({ address: `http://${receiver.host}/${ADDRESS_TOKEN}`, secret: SIGNING_SECRET });
const TELEGRAM = { chat_id: '-1001', token: CHAT_TOKEN };

const wire = ({ apiKey, secret }: Key) => ({ api_key: apiKey, secret });
const keySecrets = () => [own, next, tried].flatMap((key) => (key ? [key.secret, key.apiKey] : []));
const secrets = () => [...keySecrets(), SIGNING_SECRET, CHAT_TOKEN, ADDRESS_TOKEN];

async function places(): Promise<readonly Place[]> {
  return [
    ...answers,
    ...(await databasePlaces(owner)),
    ...(await browserPlaces(visitor.page)),
    { name: 'cookies', text: JSON.stringify(await visitor.context.cookies()) },
    { name: 'storage', text: JSON.stringify(await visitor.context.storageState({ indexedDB: true })) },
    { name: 'console', text: visitor.complaints.join('\n') },
    { name: 'log', text: program.output() },
  ];
}

describe('the secrets of exchange keys and of the channels of notices', () => {
  it('after login the stored key is the one of the simulated account', async () => {
    expect(own?.apiKey.slice(-4)).toBe((await ownKey()).lastFour);
    expect(await ownKey()).toMatchObject({ check: 'known' });
  });

  it('a key can be replaced, tested, refused and removed on the page', async () => {
    const { page } = visitor;
    if (next === undefined || tried === undefined) throw new Error('the accounts are open');
    await page.goto('/account');
    await page.getByRole('button', { name: 'Replace the key' }).click();
    await page.getByLabel('API key').fill(next.apiKey);
    await page.getByLabel('Secret', { exact: true }).fill(`${next.secret}x`);
    await page.getByRole('button', { name: 'Test and replace' }).click();
    await page.getByText('The exchange does not accept this key.').waitFor();
    await expect.poll(() => page.getByLabel('Secret', { exact: true }).inputValue()).toBe('');
    await page.getByLabel('Secret', { exact: true }).fill(next.secret);
    await page.getByRole('button', { name: 'Test and replace' }).click();
    await page.getByText(`ends in ${next.apiKey.slice(-4)}`).waitFor();
    await admin('keys/rights', { apiKey: next.apiKey, isIpRestricted: false });
    await page.getByRole('button', { name: 'Test the key' }).click();
    await page.getByText('The key has no IP restriction').waitFor();
    await admin('keys/rights', { apiKey: next.apiKey, canWithdraw: true });
    await page.getByRole('button', { name: 'Test the key' }).click();
    await page.getByText('The key allows withdrawals, so bots do not use it.', { exact: false }).waitFor();
    await admin('keys/rights', { apiKey: tried.apiKey, canWithdraw: true });
    expect(await post('rotate-exchange-key', wire(tried))).toBe(422);
    await page.getByRole('button', { name: 'Remove the key…' }).click();
    await page.getByRole('button', { name: 'Remove the key', exact: true }).click();
    await page.getByText('You removed the key.', { exact: false }).waitFor();
    await admin('keys/rights', { apiKey: next.apiKey, canWithdraw: false });
    expect(await post('add-exchange-key', wire(next), { 'idempotency-key': 'canary' })).toBe(200);
    expect(await post('add-exchange-key', wire(next), { 'idempotency-key': 'canary' })).toBe(200);
  });

  it('channels of notices can be set, refused and tried; whoever receives the notices quotes the token and the signature', async () => {
    expect(await post('set-notice-webhook', webhook())).toBe(200);
    expect(await post('set-notice-telegram', TELEGRAM)).toBe(200);
    expect(await post('set-notice-webhook', { ...webhook(), address: `https://${SIGNING_SECRET}.example.com/` })).toBe(
      422,
    );
    expect(await post('set-notice-webhook', { ...webhook(), secret: `${SIGNING_SECRET} ${SIGNING_SECRET}` })).toBe(400);
    expect(await post('set-notice-webhook', `{"address":"http://","secret":"${SIGNING_SECRET}"`)).toBe(400);
    expect(await post('set-notice-telegram', { ...TELEGRAM, chat_id: CHAT_TOKEN, [CHAT_TOKEN]: CHAT_TOKEN })).toBe(400);
    expect(await post('set-notice-telegram', TELEGRAM, { 'content-type': 'text/plain' })).toBe(415);
    for (const channel of ['webhook', 'telegram']) expect(await post('test-notice-channel', { channel })).toBe(200);
    expect(receiver.received.join()).toContain(ADDRESS_TOKEN);
    expect(receiver.received.join()).toContain(CHAT_TOKEN);
  });

  it('secrets are sent through every kind of refusal and failure', async () => {
    if (next === undefined) throw new Error('the accounts are open');
    const { secret } = next;
    expect(await post('add-exchange-key', wire(next))).toBe(409);
    expect(await post('add-exchange-key', `{"api_key":"${next.apiKey}","secret":"${secret}"`)).toBe(400);
    expect(await post('add-exchange-key', { api_key: secret, secret: [secret], [secret]: secret })).toBe(400);
    expect(await post('rotate-exchange-key', { ...wire(next), secret: `${secret} ${secret}` })).toBe(400);
    expect(await post('add-exchange-key', wire(next), { 'content-type': 'text/plain' })).toBe(415);
    await sql`revoke update on exchange_keys from botyard_app`.execute(owner.db);
    expect(await post('rotate-exchange-key', wire(next))).toBe(500);
    await sql`grant update on exchange_keys to botyard_app`.execute(owner.db);
    await sql`revoke insert, update on notice_channels from botyard_app`.execute(owner.db);
    expect(await post('set-notice-webhook', webhook())).toBe(500);
    expect(await post('set-notice-telegram', TELEGRAM)).toBe(500);
    await sql`grant insert, update on notice_channels to botyard_app`.execute(owner.db);
    expect(await post('rotate-exchange-key', wire(next))).toBe(200);
    for (const call of calls) {
      const url = call.path.replace(':kind', 'dca-bot').replace(':market', 'futures').replace(/:\w+/g, 'none');
      const isKept = call.method === 'POST' && !LEFT_OUT.has(call.name);
      if (isKept) await post(url.replace('/api/', ''), {});
    }
    expect(await post('add-exchange-key', wire(next))).toBeLessThan(500);
    expect(await program.command('keys', 'rotate')).toMatch(
      /^The sealing key is now version 2; \d+ secrets were sealed anew/,
    );
    expect((await ownKey()).isPresent).toBe(true);
    expect(await post('test-exchange-key', {})).toBe(200);
    expect(await post('test-notice-channel', { channel: 'telegram' })).toBe(200);
  });

  it('no secret appears in answers, logs, the database, pages or browser storage', async () => {
    for (const page of pages.filter(({ isForGuests }) => !isForGuests)) {
      await visitor.page.goto(pageAddress(page, { id: 'none', symbol: 'ETHUSDT' }) ?? '');
      await visitor.page.getByRole('heading', { level: 1 }).first().waitFor();
    }
    const searched = await places();
    const [adminToken = ''] = Object.values(await adminHeadersIn(program.dataDir));
    expect(adminToken).toHaveLength(43);
    expect(searched.length).toBeGreaterThan(100);
    expect(searched.find(({ name }) => name === 'table exchange_keys')?.text).toContain('\\x7b'); // The brace that a sealed JWE begins with.
    expect(searched.find(({ name }) => name === 'log')?.text).toContain('/api/rotate-exchange-key');
    expect(keySecrets()).toHaveLength(6);
    expect(findCanaries(searched, [...secrets(), adminToken])).toEqual([]);
  });

  it('a stored key works after a restart, and a removed one is replaced by a new key to the same account', async () => {
    await program.kill();
    await program.restart();
    expect(await post('test-exchange-key', {})).toBe(200);
    expect(await ownKey()).toMatchObject({ isPresent: true, check: 'known', lastFour: next?.apiKey.slice(-4) });
    expect(await post('remove-exchange-key', {})).toBe(200);
    expect(await post('open-simulated-account', {})).toBe(200);
    expect(await ownKey()).toMatchObject({ isPresent: true, check: 'known' });
    expect((await ownKey()).lastFour).not.toBe(own?.apiKey.slice(-4));
  });

  it('revoking all keys beside the running program deletes them for good', async () => {
    const said = await program.command('keys', 'revoke-all');
    expect(said).toMatch(/^1 stored exchange keys? /);
    expect(await ownKey()).toMatchObject({ isPresent: false, removedBy: 'revocation' });
    expect(await post('test-exchange-key', {})).toBe(404);
    expect(findCanaries([{ name: 'command', text: said }], secrets())).toEqual([]);
  });

  it('a planted secret is found in each of these places', async () => {
    const secret = String(next?.secret);
    await visitor.page.evaluate((text) => localStorage.setItem('planted', text), secret);
    await sql`update exchange_keys set read_code = ${Buffer.from(`{"${secret}"}`).toString('base64')}`.execute(
      owner.db,
    );
    answers.push({ name: 'planted answer', text: JSON.stringify({ secret }) });
    const found = findCanaries([...(await places()), { name: 'planted line', text: `"msg":"${secret}"` }], secrets());
    expect(found.map((line) => line.split(':', 1)[0])).toEqual(
      expect.arrayContaining(['planted answer', 'table exchange_keys', 'browser local', 'planted line']),
    );
  });
});
