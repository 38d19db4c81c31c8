import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageAddress, pages } from '#contract/pages.ts';
import { createPortfolio } from '#contract/portfolio.ts';
import { ruleStrategy } from '#engine/bots/registry.ts';
import { AXE_ALLOWED, findingsInContent } from '../support/axe.ts';
import { launchBrowser, leaveBrowser, WITHOUT_MOTION } from '../support/browser.ts';
import { signedIn } from '../support/caller.ts';
import { startHeld } from '../support/held-market.ts';
import { goByKeys } from '../support/press-keys.ts';
import type { RunningProgram } from '../support/program.ts';

const KIB = 1_024;
/** Everything that is sent with an empty cache: pages, script, style, fonts and answers. */
const LOGIN_KIB_MAX = 220;
const PORTFOLIOS_KIB_MAX = 450;
const PORTFOLIOS_REQUESTS_MAX = 30;

let browser: Browser;
let program: RunningProgram;
let context: BrowserContext;
let page: Page;
let said: string[];
let finished: Request[];
let loginKib: number;
let portfoliosKib: number;
let portfoliosRequests: number;

beforeAll(async () => {
  [browser, { program }] = await Promise.all([launchBrowser(), startHeld()]);
  context = await browser.newContext({
    ...{ locale: 'en-US', viewport: { width: 1440, height: 900 } },
    ...AXE_ALLOWED,
    ...WITHOUT_MOTION,
  });
  context.setDefaultTimeout(60_000);
  page = await context.newPage();
  said = [];
  finished = [];
  page.on('console', (message) => {
    if (message.type() === 'error') said.push(`${new URL(page.url()).pathname} ${message.text()}`);
  });
  page.on('pageerror', (error) => said.push(String(error)));
  page.on('requestfinished', (request) => finished.push(request));
  await page.goto(`${program.address}/`);
  await page.getByLabel('Email').fill(program.owner.email);
  await page.waitForLoadState('networkidle');
  loginKib = await sentKib();
  await page.getByLabel('Password', { exact: true }).fill(program.owner.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('button', { name: 'Load the demo' }).waitFor();
  await page.waitForLoadState('networkidle');
  portfoliosKib = await sentKib();
  portfoliosRequests = finished.length;
});

afterAll(async () => {
  await leaveBrowser(browser);
  await program.stop();
});

/** What the server has sent so far, heads and compressed bodies. */
async function sentKib(): Promise<number> {
  const sizes = await Promise.all(finished.map((request) => request.sizes()));
  return sizes.reduce((sum, size) => sum + size.responseHeadersSize + size.responseBodySize, 0) / KIB;
}

describe('the pages of the running program', () => {
  it('the first load stays within its budget on the wire', () => {
    console.info(
      `first load: login ${loginKib.toFixed(1)} KiB, to portfolios ${portfoliosKib.toFixed(1)} KiB, ${portfoliosRequests} requests`,
    );
    expect(loginKib).toBeGreaterThan(50); // Something was measured.
    expect(loginKib).toBeLessThanOrEqual(LOGIN_KIB_MAX);
    expect(portfoliosKib).toBeLessThanOrEqual(PORTFOLIOS_KIB_MAX);
    expect(portfoliosRequests).toBeLessThanOrEqual(PORTFOLIOS_REQUESTS_MAX);
  });

  it('a portfolio can be created, limited and deleted; a taken name is refused', async () => {
    await page.getByRole('button', { name: 'Create your first portfolio' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Majors');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('link', { name: 'Majors' }).waitFor();

    await page.getByRole('button', { name: 'Actions for Majors' }).click();
    await page.getByRole('menuitem', { name: 'Comment and limit…' }).click();
    await page.getByRole('textbox', { name: 'Limit' }).fill('2500');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('0 % of limit').waitFor();

    await page.getByRole('button', { name: 'New portfolio' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Majors');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('This name is taken. Choose another.').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();

    await page.getByRole('button', { name: 'Actions for Majors' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByText('No order is placed or cancelled, because it holds no bots.').waitFor();
    await page.getByRole('button', { name: 'Delete Majors' }).click();
    await page.getByRole('button', { name: 'Load the demo' }).waitFor();
    said = said.filter((line) => !line.includes('409')); // The browser notes the refused name by itself.
  });

  it('a button that becomes enabled has its colours at once, so that its words can be read', async () => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.mouse.move(0, 0);
    const seen = await page.getByRole('button', { name: 'New portfolio' }).evaluate((element) => {
      const button = element as HTMLButtonElement; // So it was found.
      const background = () => getComputedStyle(button).backgroundColor;
      const enabled = background();
      button.disabled = true;
      const disabled = background();
      button.disabled = false;
      return { isGrey: disabled !== enabled, isBack: background() === enabled };
    });
    expect(seen).toEqual({ isGrey: true, isBack: true });
    await page.emulateMedia(WITHOUT_MOTION);
  });

  it('every page opens with a heading, a clean console and no axe findings', async () => {
    await page.getByRole('button', { name: 'New portfolio' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Majors');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('link', { name: 'Majors' }).click();
    await page.waitForURL('**/dca/portfolio/*');
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const { ask } = await signedIn(program);
    const params = { kind: ruleStrategy.kind };
    const { portfolioId } = await ask(createPortfolio, { params, body: { name: 'Rules' } });
    for (const row of pages) {
      const ownId = row.kind === ruleStrategy.kind ? portfolioId : id;
      const path = pageAddress(row, row.title === 'nav.portfolio' ? { id: ownId } : { symbol: 'ETHUSDT' }) ?? '';
      await page.goto(program.address + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      expect({ path, found: await findingsInContent(page) }).toEqual({ path, found: [] });
    }
    expect(said).toEqual([]);
  });

  it('Enter in the command palette waits until the portfolios are loaded', async () => {
    let answer = (): void => undefined;
    const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/get-portfolio-list*', async (route) => {
      await mayAnswer;
      await route.continue();
    });
    await page.goto(`${program.address}/account`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('majors');
    await page.getByText('Loading…').waitFor();
    await page.keyboard.press('Enter');
    answer();
    await page.waitForURL('**/dca/portfolio/*');
    await page.unroute('**/api/get-portfolio-list*');
  });

  it('two keys go to a section; the palette and the list of shortcuts open by keyboard', async () => {
    await page.goto(`${program.address}/portfolios`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await goByKeys(page, 'd', '**/dca/bots');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('majors');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dca/portfolio/*');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  });
});
