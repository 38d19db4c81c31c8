import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser, leaveBrowser, WITHOUT_MOTION } from '../support/browser.ts';
import { type SharedProgram, sharedProgram } from '../support/shared-program.ts';

let browser: Browser;
let program: SharedProgram;
let context: BrowserContext;
let said: string[];

beforeAll(async () => {
  [browser, program] = await Promise.all([launchBrowser(), sharedProgram()]);
});

afterAll(() => leaveBrowser(browser));

beforeEach(async () => {
  said = [];
  context = await browser.newContext({ locale: 'en-US', ...WITHOUT_MOTION });
  context.setDefaultTimeout(60_000);
  context.on('console', (message) => {
    if (message.type() === 'error') said.push(message.text());
  });
  context.on('weberror', (error) => said.push(String(error.error())));
});

afterEach(() => context.close());

async function open(path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(program.address + path);
  return page;
}

async function fillIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByPlaceholder('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

const isAt = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path);
const signIn = async (page: Page, email = program.owner.email, password = program.owner.password) => {
  await fillIn(page, email, password);
  await page.waitForURL((url) => url.pathname !== '/login');
};

describe('the login page of the running program', () => {
  it('every page leads a guest to the login form of the specification', async () => {
    const page = await open('/dca/bots');
    await isAt(page, '/login');
    await page.getByRole('heading', { name: 'Botyard' }).waitFor();
    const email = page.getByPlaceholder('Email');
    expect(await email.getAttribute('type')).toBe('text');
    expect(await email.getAttribute('autocomplete')).toBe('username');
    const password = page.getByLabel('Password', { exact: true });
    expect(await password.getAttribute('type')).toBe('password');
    expect(await password.getAttribute('autocomplete')).toBe('current-password');
    expect(await email.getAttribute('required')).toBeNull();
    expect(said).toEqual([]);
  });

  it('a failed login is explained in an announced element and logged as "Ошибка входа"', async () => {
    const page = await open('/login');
    await fillIn(page, 'nobody@example.org', 'some password');
    await page.getByRole('alert').filter({ hasText: 'Email or password is wrong' }).waitFor();
    expect(said.filter((line) => line.startsWith('Ошибка входа'))).toEqual(['Ошибка входа auth/invalid-credential']);
    await fillIn(page, '', '');
    await page.getByRole('alert').filter({ hasText: 'This is not a valid email address' }).waitFor();
  });

  it('login returns to the requested page, survives a reload, and logout ends the session', async () => {
    const page = await open('/dca/bots');
    await isAt(page, '/login');
    await signIn(page);
    await isAt(page, '/dca/bots');
    await page.reload();
    await page.getByRole('button', { name: 'Settings' }).first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/dca/bots');
    const refreshed = page.waitForResponse((response) => response.url().includes('/api/sign-out'));
    await page.getByRole('button', { name: 'Settings' }).first().click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    expect((await refreshed).status()).toBe(200);
    await isAt(page, '/login');
    expect(said).toEqual([]);
  });

  it('a page of a signed-in user shows its data while the sign-in service has not answered yet', async () => {
    await signIn(await open('/login'));
    const page = await context.newPage();
    let answer = (): void => undefined;
    const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/accounts:lookup*', async (route) => {
      await mayAnswer;
      await route.continue();
    });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(decodeURIComponent(request.url())));
    await page.goto(`${program.address}/portfolios`);
    await page.getByRole('button', { name: 'Create your first portfolio' }).waitFor();
    expect(asked.filter((address) => address.includes('/api/get-portfolio-list'))).toHaveLength(1);
    answer();
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('a disabled account is back on the login page within 60 s', async () => {
    const email = 'second@example.org';
    const password = /this once: (\S+)/.exec(await program.command('user', 'add', email))?.[1] ?? '';
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(`${program.address}/login`);
    await signIn(page, email, password);
    await program.command('user', 'disable', email);
    await page.clock.fastForward(60_000);
    await isAt(page, '/login');
    await fillIn(page, email, password);
    await page.getByRole('alert').filter({ hasText: 'This account is disabled' }).waitFor();
  });

  it('after a password change only the new password works', async () => {
    const email = 'third@example.org';
    const password = /this once: (\S+)/.exec(await program.command('user', 'add', email))?.[1] ?? '';
    const page = await open('/account');
    await signIn(page, email, password);
    await isAt(page, '/account');
    await page.getByLabel('Current password').fill(password);
    await page.getByLabel('New password').fill('password1');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('The password is too weak').waitFor();
    await page.getByLabel('New password').fill('another fine one');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed').waitFor();
    const other = await browser.newContext({ locale: 'en-US', ...WITHOUT_MOTION });
    const fresh = await other.newPage();
    await fresh.goto(`${program.address}/login`);
    await fillIn(fresh, email, password);
    await fresh.getByRole('alert').filter({ hasText: 'Email or password is wrong' }).waitFor();
    await signIn(fresh, email, 'another fine one');
    await other.close();
  });
});
