import type { Browser, BrowserContext, Page } from 'playwright-core';
import { step } from './step.ts';

export interface ProgramToOpen {
  readonly address: string;
  readonly owner: { readonly email: string; readonly password: string };
}

/** What the way to the first page weighs with an empty cache, everything that is sent counted, in KiB. */
export interface FirstLoad {
  readonly loginKib: number;
  readonly portfoliosKib: number;
  /** To the portfolios. */
  readonly requests: number;
}

const PAGE_MAX_MS = 30_000;
const DEMO_MAX_MS = 90_000;
/** On a fast line nothing that a page loads by itself comes later than this after its last marker. */
const SETTLED_MS = 2_000;

/** Signs in with an empty cache on a fast line, weighs what that loads, and loads the demo. */
export async function signedInContext(browser: Browser, program: ProgramToOpen) {
  const context = await browser.newContext({
    locale: 'en-US',
    colorScheme: 'dark',
    viewport: { width: 1440, height: 900 },
    baseURL: program.address,
  });
  context.setDefaultTimeout(PAGE_MAX_MS);
  const page = await context.newPage();
  const firstLoad = await step('the login and the first page', PAGE_MAX_MS, weighFirstLoad(context, page, program));
  await step('the demo', DEMO_MAX_MS, loadDemo(page));
  await page.close();
  return { context, firstLoad };
}

async function weighFirstLoad(context: BrowserContext, page: Page, { owner }: ProgramToOpen): Promise<FirstLoad> {
  const session = await context.newCDPSession(page);
  const sent = { requests: 0, bytes: 0 };
  await session.send('Network.enable');
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    sent.requests += 1;
    sent.bytes += encodedDataLength;
  });
  await page.goto('/');
  await page.getByPlaceholder('Email').fill(owner.email);
  await page.waitForTimeout(SETTLED_MS);
  const loginKib = Math.round(sent.bytes / 1_024);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.getByRole('button', { name: 'Load the demo' }).waitFor();
  await page.waitForTimeout(SETTLED_MS);
  return { loginKib, portfoliosKib: Math.round(sent.bytes / 1_024), requests: sent.requests };
}

async function loadDemo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Load the demo' }).click();
  await page.getByRole('button', { name: 'Remove the demo…' }).waitFor({ timeout: DEMO_MAX_MS });
}
