import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, leaveBrowser } from '../support/browser.ts';
import { type SharedProgram, sharedProgram } from '../support/shared-program.ts';
import { openVisitor, signIn, type Visitor } from '../support/visitor.ts';

/** The first script of the application. */
const APPLICATION = /\/assets\/index-[^/]*\.js$/;

let browser: Browser;
let program: SharedProgram;
let visitor: Visitor;

beforeAll(async () => {
  [browser, program] = await Promise.all([launchBrowser(), sharedProgram()]);
  visitor = await openVisitor(browser, program);
  await signIn(visitor.page, program);
});

afterAll(() => leaveBrowser(browser));

/** Opens an address whose first script never comes. @returns the paths that are asked for, until `wanted` are among them */
async function askedWithoutScript(page: Page, address: string, wanted: readonly RegExp[]): Promise<readonly string[]> {
  await page.route(APPLICATION, () => {});
  const asked: string[] = [];
  const isComplete = () => wanted.every((one) => asked.some((path) => one.test(path)));
  await new Promise<void>((resolve, reject) => {
    page.on('request', (request) => {
      asked.push(new URL(request.url()).pathname);
      if (isComplete()) resolve();
    });
    page.goto(address, { waitUntil: 'commit' }).catch(reject);
  });
  return asked;
}

it('a list whose columns explain themselves loads no library for that', async () => {
  const page = await visitor.context.newPage();
  await page.goto('/market');
  await page.locator('tr[data-row]').first().waitFor();
  const hint = page.locator('th:has(button) [role="tooltip"]').first();
  expect(await hint.isVisible()).toBe(false);
  await page.locator('th:has([role="tooltip"]) button').first().focus();
  await hint.waitFor({ state: 'visible' });
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  expect(loaded.filter((name) => /\/overlays-/.test(name))).toEqual([]);
  await page.close();
});

describe('the script in the page itself', () => {
  it('asks for code, words and data of the page of a signed-in user before the first script has come', async () => {
    const page = await visitor.context.newPage();
    const wanted = [/together$/, /\/pages-.*\.js$/, /\/pages-.*\.css$/, /\/en-.*\.js$/];
    const asked = await askedWithoutScript(page, '/dca/bots', wanted);
    expect(asked.filter((path) => /open-session/.test(path))).toEqual([]);
    await page.locator('#first').waitFor(); // Where the page will stand is seen before any of its scripts.
    await page.close();
  });

  it('asks for the data of the contract in the address, and for no dialog before a page that shows none', async () => {
    const page = await visitor.context.newPage();
    const together = page.waitForRequest(/\/api\/together\?/);
    const asked = await askedWithoutScript(page, '/market/ETHUSDT', [/\/symbol-page-.*\.js$/, /\/market-.*\.js$/]);
    const first = new URL((await together).url()).searchParams.getAll('address');
    expect(first).toContain('/api/get-market-history?symbol=ETHUSDT');
    expect(asked.filter((path) => /\/(?:overlays|common)-/.test(path))).toEqual([]);
    await page.close();
  });

  it('asks for the editor of ladders in no more files than come in two rounds of the line', async () => {
    const page = await visitor.context.newPage();
    const asked = await askedWithoutScript(page, '/dca/strategy/new', [/\/rules-.*\.js$/, /together$/]);
    // A browser opens six connections. The page itself has come before.
    expect(asked.filter((path) => /^\/assets\/|together$/.test(path)).length).toBeLessThanOrEqual(13);
    await page.close();
  });

  it('asks the question of the screener, which has a body', async () => {
    const page = await visitor.context.newPage();
    const question = page.waitForRequest(/\/api\/get-futures$/);
    await askedWithoutScript(page, '/screener', [/get-futures$/, /\/screener-page-.*\.js$/]);
    expect((await question).postDataJSON()).toMatchObject({ filters: [], limit: 1_000 });
    await page.close();
  });

  it('asks for the sign-in library, and for no page, where nobody is signed in', async () => {
    const guest = await openVisitor(browser, program);
    const asked = await askedWithoutScript(guest.page, '/dca/bots', [/open-session-.*\.js$/, APPLICATION]);
    expect(asked.filter((path) => path.startsWith('/api/') || /\/pages-/.test(path))).toEqual([]);
    expect(await guest.page.locator('#first').isVisible()).toBe(false);
    await guest.context.close();
  });

  it('is allowed by its hash; another script in the page is not', async () => {
    const answer = await fetch(`${program.address}/login`, { headers: { accept: 'text/html' } });
    expect(answer.headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-[\w+/]+={0,2}';/);
    const page = await visitor.context.newPage();
    await page.route(`${program.address}/login`, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('</head>', '<script>window.wasRun = true;</script></head>');
      await route.fulfill({ response, body });
    });
    await page.goto('/login');
    expect(await page.evaluate(() => 'wasRun' in window)).toBe(false);
    await page.close();
  });
});
