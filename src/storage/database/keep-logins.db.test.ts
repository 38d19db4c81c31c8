import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../tests/support/database-server.ts';
import { keepLogins } from './keep-logins.ts';
import { prepareRoles, type RoleUrls, takesLogin } from './roles.ts';

/** The goal of the program; the test steps the clock that far. */
const WITHIN_MS = 10_000;

// A server of its own: logins belong to a server, and other tests sign in with them.
let server: TestServer;
let urls: RoleUrls;

beforeAll(async () => {
  server = await startTestServer();
  urls = await prepareRoles({ ownerUrl: server.ownerUrl });
});

afterAll(() => server.stop());

async function asOwner(statement: string): Promise<void> {
  const client = new Client(server.ownerUrl);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Keeps the logins while the clock is stepped, and returns what was logged. */
async function keptWhileStepping(options: Partial<RoleUrls>): Promise<string[]> {
  const lines: string[] = [];
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const log = (line: string): void => void lines.push(line);
  const kept = keepLogins({ options: { ownerUrl: server.ownerUrl, ...options }, urls, log });
  vi.advanceTimersByTime(WITHIN_MS);
  await kept.stop();
  vi.useRealTimers();
  return lines;
}

describe('logins of the database', () => {
  it.each(['appUrl', 'engineUrl', 'identityUrl', 'labUrl'] as const)(
    'a changed password is set back within ten seconds (%s)',
    async (purpose) => {
      const login = new URL(urls[purpose]).username;
      await asOwner(`alter role ${login} password 'changed'`);
      expect(await takesLogin(urls[purpose])).toBe(false);
      const lines = await keptWhileStepping({});
      expect(await takesLogin(urls[purpose])).toBe(true);
      expect(lines).toEqual([
        `The database refused the login ${login}, whose password must have changed; it was set back.`,
      ]);
    },
  );

  it('a login that the operator provides is left as it is, and nothing is said while all are accepted', async () => {
    await asOwner(`alter role botyard_app password 'changed'`);
    expect(await keptWhileStepping({ appUrl: urls.appUrl })).toEqual([]);
    expect(await takesLogin(urls.appUrl)).toBe(false);
    await asOwner(`alter role botyard_app password '${new URL(urls.appUrl).password}'`);
    expect(await keptWhileStepping({})).toEqual([]);
  });
});
