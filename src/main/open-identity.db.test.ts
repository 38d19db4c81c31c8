import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addUser } from '#identity/accounts.ts';
import { ATTEMPTS_OF_STRANGERS } from '#identity/passwords/attempt-throttle.ts';
import { knownAddresses } from '#storage/audit/known-addresses.ts';
import { type Database, openDatabase } from '#storage/database/database.ts';
import { startTestDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { readConfig } from './config.ts';
import { openIdentity } from './open-identity.ts';

const EMAIL = 'ann@example.org';
const PASSWORD = 'correct horse battery';
const [HOME, OFFICE] = ['203.0.113.7', '203.0.113.8'];

let database: TestDatabase;
let identity: Database;
let dataDir: string;
beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'botyard-identity-'));
  database = await startTestDatabase();
  identity = openDatabase({ url: database.identityUrl, poolMax: 4, applicationName: 'test identity' });
  await addUser(identity, { email: EMAIL, password: PASSWORD });
});
afterAll(async () => {
  await identity.close();
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The identity service of one start of the program. */
async function started() {
  const config = readConfig({ DATA_DIR: dataDir });
  const { plugins } = await openIdentity(config, { identity, ownerUrl: database.ownerUrl });
  const app = fastify({ trustProxy: true });
  for (const plugin of plugins) await app.register(plugin);
  const signIn = async (from: string, password = PASSWORD): Promise<number> => {
    const url = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=embedded';
    const body = { email: EMAIL, password, returnSecureToken: true };
    const headers = { 'x-forwarded-for': from, host: 'localhost' };
    return (await app.inject({ method: 'POST', url, headers, payload: body })).statusCode;
  };
  return { signIn, close: () => app.close() };
}

it('after a restart a known address can sign in while strangers guess passwords, and an unknown one is limited', async () => {
  const before = await started();
  expect([await before.signIn(OFFICE), await before.signIn(HOME), await before.signIn(OFFICE)]).toEqual([
    200, 200, 200,
  ]);
  await before.close();
  const all = [HOME, OFFICE].map((address) => ({ email: EMAIL, address }));
  expect(await knownAddresses(database.ownerUrl, 10)).toEqual(all);
  expect(await knownAddresses(database.ownerUrl, 1)).toEqual(all.slice(1));

  const after = await started();
  for (let index = 0; index < ATTEMPTS_OF_STRANGERS; index += 1) await after.signIn(`198.51.100.${index}`, 'guess');
  expect(await after.signIn('192.0.2.1')).toBe(400);
  expect(await after.signIn(HOME)).toBe(200);
  await after.close();
});
