import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';

/** A processor four times slower than this one, as of a middling phone. */
const CPU_SLOWDOWN = 4;
/** "Fast 4G" of Chrome's developer tools: bytes a second and milliseconds for each round. */
const FAST_4G = { downloadThroughput: 1_012_500, uploadThroughput: 168_750, latency: 165 };

/** A window with an empty cache on a slow processor and a slow line. */
export interface SlowWindow {
  readonly page: Page;
  readonly session: CDPSession;
  readonly counted: Counted;
}

/** What the window has received since it was opened. */
export interface Counted {
  requests: number;
  /** As sent, with heads; messages of the live channel are not among them. */
  bytes: number;
}

/** Opens a window of a signed-in context. */
export async function openSlowWindow(context: BrowserContext): Promise<SlowWindow> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Performance.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.emulateNetworkConditions', { offline: false, ...FAST_4G });
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const counted: Counted = { requests: 0, bytes: 0 };
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    counted.requests += 1;
    counted.bytes += encodedDataLength;
  });
  await page.addInitScript(observe);
  return { page, session, counted };
}

/** Signs in on a fast line and loads the demo. */
export async function signedInContext(browser: Browser, program: ProgramToOpen): Promise<BrowserContext> {
  const context = await browser.newContext({
    locale: 'en-US',
    colorScheme: 'dark',
    viewport: { width: 1440, height: 900 },
    baseURL: program.address,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByPlaceholder('Email').fill(program.owner.email);
  await page.getByLabel('Password', { exact: true }).fill(program.owner.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.getByRole('button', { name: 'Load the demo' }).click();
  await page.getByRole('button', { name: 'Remove the demo…' }).waitFor();
  await page.close();
  return context;
}

const PATIENCE_MS = 120_000;

export interface ProgramToOpen {
  readonly address: string;
  readonly owner: { readonly email: string; readonly password: string };
}

declare global {
  interface Window {
    /** Filled in by the observers, in milliseconds since the page was opened. */
    seen: { largestPaintMs: number; blockedMs: number };
  }
}

/** Runs in the page before its own code. A task blocks by what it takes beyond 50 ms, as in "total blocking time". */
function observe(): void {
  window.seen = { largestPaintMs: 0, blockedMs: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.seen.largestPaintMs = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.seen.blockedMs += Math.max(0, entry.duration - 50);
  }).observe({ type: 'longtask', buffered: true });
}
