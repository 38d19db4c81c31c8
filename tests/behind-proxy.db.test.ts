import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestDatabase, type TestDatabase } from './support/database.ts';
import { type RunningProgram, startProgram } from './support/program.ts';
import { until } from './support/until.ts';

const ORIGIN = 'https://bots.example.com';
const [OWNER, STRANGER] = ['203.0.113.7', '198.51.100.9'];
const SIGN_IN = '/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=embedded';

let database: TestDatabase;
let program: RunningProgram;
beforeAll(async () => {
  database = await startTestDatabase();
  const proxied = { TRUSTED_PROXIES: '127.0.0.1', PUBLIC_ORIGINS: ORIGIN };
  program = await startProgram({ ...proxied, DATABASE_URL: database.ownerUrl });
});
afterAll(async () => {
  await program.stop();
  await database.close();
});

interface Attempt {
  /** The visitor's address, which the proxy puts into X-Forwarded-For. */
  readonly from: string;
  readonly password: string;
  readonly origin?: string;
  readonly type?: string;
}

/** A request as a proxy on this machine passes it on, with the host that the visitor's browser named. */
function attempt({ from, password, origin = ORIGIN, type = 'application/json' }: Attempt): Promise<number> {
  const body = JSON.stringify({ email: program.owner.email, password, returnSecureToken: true });
  const headers = { host: 'bots.example.com', origin, 'content-type': type, 'x-forwarded-for': from };
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(program.address);
    const sent = request({ hostname, port, path: SIGN_IN, method: 'POST', headers }, (response) => {
      resolve(response.resume().statusCode ?? 0);
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

const right = (): Promise<number> => attempt({ from: OWNER, password: program.owner.password });

describe('the owner behind a named proxy', () => {
  it('still signs in after thirty wrong passwords of a stranger', async () => {
    expect(await right()).toBe(200);
    const wrong = await Promise.all(
      Array.from({ length: 30 }, (_, index) => attempt({ from: STRANGER, password: `guess ${index}` })),
    );
    expect(new Set(wrong)).toEqual(new Set([400]));
    expect(await right()).toBe(200);
  });

  it('still signs in after ten posts of a foreign page in the same browser, whatever their type', async () => {
    for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain']) {
      for (let count = 0; count < 10; count += 1) {
        const foreign = { from: OWNER, password: 'guess', origin: 'https://evil.example.org', type };
        expect(await attempt(foreign)).toBe(400);
      }
    }
    expect(await right()).toBe(200);
  });

  it('signs in with JSON only: a form, which needs no permission of the browser, is refused and not counted', async () => {
    for (let count = 0; count < 10; count += 1) {
      const form = { from: OWNER, password: 'guess', type: 'application/x-www-form-urlencoded' };
      expect(await attempt(form)).toBe(400);
    }
    expect(await right()).toBe(200);
  });
});

describe('the audit trail behind a named proxy', () => {
  it('shows who signed in and who failed to, with the addresses of the visitors, and fits', async () => {
    await until(async () => (await program.command('audit', 'show')).includes(`sign-in-failed  -  ${STRANGER}`));
    const shown = await program.command('audit', 'show', '--user', program.owner.email, '--since', '2025-05-04');
    expect(shown).toContain(`user-added  ${program.owner.email}  -\n`);
    expect(shown).toContain(`signed-in  ${program.owner.email}  ${OWNER}\n`);
    expect(shown).toContain(`sign-in-failed  ${program.owner.email}  ${STRANGER}  {"wrong":1}\n`);
    expect(shown).not.toContain(program.owner.password);
    expect(await program.command('audit', 'check')).toMatch(/^The audit trail is whole: all \d+ rows fit\.\nHash /);
  });
});
