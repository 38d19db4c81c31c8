import type { FastifyPluginAsync } from 'fastify';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { build, type Rolldown } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addUser, disableUser } from '#identity/accounts.ts';
import { launchBrowser, leaveBrowser, WITHOUT_MOTION } from '../support/browser.ts';
import { startTestIdentity, type TestIdentity } from '../support/identity.ts';

const PASSWORD = 'correct horse battery';
const NOBODY = 'nobody';

let browser: Browser;
let identity: TestIdentity;
let context: BrowserContext;
let requests: string[];
let people = 0;

beforeAll(async () => {
  const script = await bundle();
  [browser, identity] = await Promise.all([launchBrowser(), startTestIdentity((running) => pages(running, script))]);
});

afterAll(async () => {
  await leaveBrowser(browser);
  await identity.close();
});

beforeEach(async () => {
  requests = [];
  context = await browser.newContext(WITHOUT_MOTION);
  context.on('request', (request) => requests.push(request.url()));
});

afterEach(() => context.close());

/** The page's script with the official library, as the product's own build makes it. */
async function bundle(): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    root: import.meta.dirname,
    build: {
      write: false,
      // One file: the product loads the library when it is needed, here it is served with the page.
      rolldownOptions: { input: `${import.meta.dirname}/sign-in-page.ts`, output: { codeSplitting: false } },
    },
  });
  const { output: files } = output as Rolldown.RolldownOutput; // One input and no watching give one output.
  return files[0].code;
}

function pages(running: TestIdentity, script: string): FastifyPluginAsync {
  return async (app) => {
    app.get('/', async (_, reply) =>
      reply
        .type('text/html')
        .send('<!doctype html><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>'),
    );
    app.get('/page.js', async (_, reply) => reply.type('text/javascript').send(script));
    app.get('/api/settings', async () => ({
      title: 'Botyard',
      environment: 'sim',
      identity: { is_embedded: true, project_id: running.keys.projectId, api_key: 'embedded', origin: null },
      version: '0.0.0',
      wall_time: new Date().toISOString(),
    }));
    app.post('/api/sign-out', async (request) => {
      await running.signOut(String(request.headers.authorization).replace('Bearer ', ''));
      return { is_signed_out: true };
    });
  };
}

async function newPerson(): Promise<string> {
  people += 1;
  const email = `person${people}@example.org`;
  await addUser(identity.database, { email, password: PASSWORD });
  return email;
}

async function openPage(): Promise<Page> {
  const page = await context.newPage();
  await page.goto(identity.origin);
  await page.waitForFunction(() => document.title !== '');
  return page;
}

const title = (page: Page, expected: string) => page.waitForFunction((wanted) => document.title === wanted, expected);
const signIn = (page: Page, email: string, password = PASSWORD) =>
  page.evaluate(([name, secret]) => window.session.signIn(name ?? '', secret ?? ''), [email, password]);
const token = (page: Page, isForced: boolean) =>
  page.evaluate(async (forced) => (await window.session.startSession()).idToken(forced), isForced);

/** The code with which an act in the page fails. */
const codeOf = (page: Page, email: string, password: string) =>
  page.evaluate(
    ([name, secret]) =>
      window.session.signIn(name ?? '', secret ?? '').then(
        () => 'signed in',
        (error: unknown) => window.session.authCodeOf(error),
      ),
    [email, password],
  );

describe('the official sign-in library against the embedded identity service', () => {
  it('a session survives refresh and reload, changes its password and signs out', async () => {
    const email = await newPerson();
    const page = await openPage();
    expect(await page.title()).toBe(NOBODY);
    await signIn(page, email);
    await title(page, email);

    const first = await token(page, false);
    expect((await identity.verifier.verify(first ?? '')).email).toBe(email);
    await page.waitForTimeout(1_100); // Tokens know whole seconds.
    const second = await token(page, true);
    expect(second).not.toBe(first);
    expect((await identity.verifier.verify(second ?? '')).email).toBe(email);

    await page.reload();
    await title(page, email);
    expect(await page.evaluate(async () => (await window.session.currentUser())?.email)).toBe(email);

    await page.evaluate(([present]) => window.session.changePassword(present ?? '', 'another fine one'), [PASSWORD]);
    await expect(identity.verifier.verify(second ?? '')).rejects.toMatchObject({ code: 'TOKEN_REVOKED' });
    const third = (await token(page, true)) ?? '';
    expect((await identity.verifier.verify(third)).email).toBe(email);

    await page.evaluate(() => window.session.signOut());
    await title(page, NOBODY);
    await expect(identity.verifier.verify(third)).rejects.toMatchObject({ code: 'TOKEN_REVOKED' });
    await page.reload();
    await page.waitForFunction(() => document.title !== '');
    expect(await page.title()).toBe(NOBODY);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);

    expect(await codeOf(page, email, PASSWORD)).toBe('auth/invalid-credential');
    expect(await codeOf(page, email, 'another fine one')).toBe('signed in');
  });

  it('each failed sign-in carries its code and logs "Ошибка входа"', async () => {
    const disabled = await newPerson();
    await disableUser(identity.database, disabled);
    const page = await openPage();
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    expect(await codeOf(page, 'nobody@example.org', PASSWORD)).toBe('auth/invalid-credential');
    expect(said.some((line) => line.includes('Ошибка входа'))).toBe(true);
    expect(await codeOf(page, 'nobody', PASSWORD)).toBe('auth/invalid-email');
    expect(await codeOf(page, '', '')).toBe('auth/invalid-email');
    expect(await codeOf(page, 'nobody@example.org', '')).toBe('auth/missing-password');
    expect(await codeOf(page, disabled, PASSWORD)).toBe('auth/user-disabled');
    for (let index = 0; index < 5; index += 1) await codeOf(page, 'guessed@example.org', `wrong ${index}`);
    expect(await codeOf(page, 'guessed@example.org', PASSWORD)).toBe('auth/too-many-requests');
    await page.route('**/accounts:signInWithPassword*', (route) => route.abort('internetdisconnected'));
    expect(await codeOf(page, disabled, PASSWORD)).toBe('auth/network-request-failed');
  });

  it('a weak new password is refused with auth/weak-password', async () => {
    const page = await openPage();
    await signIn(page, await newPerson());
    const code = await page.evaluate(
      ([present]) =>
        window.session.changePassword(present ?? '', 'password1').catch((error) => window.session.authCodeOf(error)),
      [PASSWORD],
    );
    expect(code).toBe('auth/weak-password');
  });

  it('a disabled account is signed out within 60 s', async () => {
    const email = await newPerson();
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(identity.origin);
    await title(page, NOBODY);
    await signIn(page, email);
    await title(page, email);
    await page.clock.fastForward(60_000);
    expect(await page.title()).toBe(email);
    await disableUser(identity.database, email);
    await page.clock.fastForward(60_000);
    await title(page, NOBODY);
    expect(await token(page, false)).toBeNull();
  });

  it('all tabs sign in and out together', async () => {
    const email = await newPerson();
    const [one, two] = [await openPage(), await openPage()];
    await signIn(one, email);
    await title(two, email);
    const answers = await Promise.all([token(one, true), token(two, true)]);
    for (const answer of answers) expect((await identity.verifier.verify(answer ?? '')).email).toBe(email);
    await two.evaluate(() => window.session.signOut());
    await title(one, NOBODY);
  });

  it('the sign-in library contacts no other origin', async () => {
    const page = await openPage();
    await signIn(page, await newPerson());
    await token(page, true);
    expect(requests.length).toBeGreaterThan(5);
    expect(requests.filter((url) => !url.startsWith(identity.origin) && !url.startsWith('data:'))).toEqual([]);
  });
});
