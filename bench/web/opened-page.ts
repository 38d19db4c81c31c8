import type { BrowserContext, Page } from 'playwright-core';
import { median } from '../median.ts';
import type { SentCalls } from './sent-calls.ts';
import { openSlowWindow } from './slow-window.ts';
import { step } from './step.ts';

/** A page to open, and the first piece of its content, which is there when its data is. */
export interface PageToOpen {
  readonly address: string;
  readonly marker: string;
}

/** What opening a page costs, the medians of some openings. */
export interface OpenedPage {
  readonly largestPaintMs: number;
  /** How long tasks held the main thread beyond 50 ms each. */
  readonly blockedMs: number;
  readonly requests: number;
  readonly wireKib: number;
}

const OPENINGS = 3;
const MARKER_MAX_MS = 30_000;
/** Nothing is painted or loaded later than this after the marker on the pages that were measured. */
const SETTLED_MS = 2_500;

/** Opens an address in new windows with empty caches, on a slow processor and a slow line. */
export async function openedPage(context: BrowserContext, name: string, to: PageToOpen) {
  const openings: Awaited<ReturnType<typeof openOnce>>[] = [];
  for (let index = 0; index < OPENINGS; index += 1) openings.push(await openOnce(context, name, to));
  const of = (figure: keyof OpenedPage): number => Math.round(median(openings.map(({ costs }) => costs[figure])));
  const costs: OpenedPage = {
    largestPaintMs: of('largestPaintMs'),
    blockedMs: of('blockedMs'),
    requests: of('requests'),
    wireKib: of('wireKib'),
  };
  return { costs, calls: openings[0]?.calls ?? {} };
}

async function openOnce(
  context: BrowserContext,
  name: string,
  to: PageToOpen,
): Promise<{ readonly costs: OpenedPage; readonly calls: SentCalls }> {
  const { page, counted } = await openSlowWindow(context);
  await showMarker(page, name, to);
  await page.waitForTimeout(SETTLED_MS);
  const seen = await step(
    `what ${name} has painted`,
    MARKER_MAX_MS,
    page.evaluate(() => window.seen),
  );
  await step(`the window of ${name} to close`, MARKER_MAX_MS, page.close());
  const { requests, bytes, calls } = counted;
  return { costs: { ...seen, requests, wireKib: bytes / 1_024 }, calls };
}

/** The live channel never falls silent, so that a page is opened when it shows its heading and its first content. */
export async function showMarker(page: Page, name: string, { address, marker }: PageToOpen): Promise<void> {
  await step(`the answer to ${name}`, MARKER_MAX_MS, page.goto(address, { waitUntil: 'commit' }));
  await step(`the heading of ${name}`, MARKER_MAX_MS, page.locator('h1').first().waitFor());
  await step(`the first content of ${name}, ${marker}`, MARKER_MAX_MS, page.locator(marker).first().waitFor());
}
