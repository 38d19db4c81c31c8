import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext } from 'playwright-core';
import { median } from '../median.ts';
import { openSlowWindow } from './slow-window.ts';

/** What opening a page costs, the medians of some openings. */
export type OpenedPage = {
  readonly largestPaintMs: number;
  /** How long tasks held the main thread beyond 50 ms each. */
  readonly blockedMs: number;
  readonly requests: number;
  readonly wireKib: number;
};

const OPENINGS = 3;
/** Nothing is painted later than this after the last request on the pages that were measured. */
const SETTLED_MS = 1_500;

/** Opens an address in new windows with empty caches, on a slow processor and a slow line. */
export async function openedPage(context: BrowserContext, address: string): Promise<OpenedPage> {
  const openings: OpenedPage[] = [];
  for (let index = 0; index < OPENINGS; index += 1) openings.push(await openOnce(context, address));
  const of = (figure: keyof OpenedPage): number => Math.round(median(openings.map((opening) => opening[figure])));
  return {
    largestPaintMs: of('largestPaintMs'),
    blockedMs: of('blockedMs'),
    requests: of('requests'),
    wireKib: of('wireKib'),
  };
}

async function openOnce(context: BrowserContext, address: string): Promise<OpenedPage> {
  const { page, counted } = await openSlowWindow(context);
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => document.querySelector('.mantine-Skeleton-root') === null);
  await sleep(SETTLED_MS);
  const { largestPaintMs, blockedMs } = await page.evaluate(() => window.seen);
  await page.close();
  return { largestPaintMs, blockedMs, requests: counted.requests, wireKib: counted.bytes / 1_024 };
}
