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

/**
 * What opening a page costs. Other programs can only add time, so times are those of the best opening; requests and bytes are
 * medians.
 */
export interface OpenedPage {
  readonly largestPaintMs: number;
  /** How long tasks held the main thread beyond 50 ms each. */
  readonly blockedMs: number;
  /**
   * Processor time of the main thread until the first content, on the unslowed processor: the part of the largest paint that
   * other programs hardly change.
   */
  readonly processorMs: number;
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
  const processor: number[] = [];
  for (let index = 0; index < OPENINGS; index += 1) processor.push(await processorOnce(context, name, to));
  const of = (figure: keyof Opening): number[] => openings.map(({ costs }) => costs[figure]);
  const costs: OpenedPage = {
    largestPaintMs: Math.round(Math.min(...of('largestPaintMs'))),
    blockedMs: Math.round(Math.min(...of('blockedMs'))),
    processorMs: Math.round(Math.min(...processor)),
    requests: Math.round(median(of('requests'))),
    wireKib: Math.round(median(of('wireKib'))),
  };
  return { costs, calls: openings[0]?.calls ?? {} };
}

type Opening = Omit<OpenedPage, 'processorMs'>;

/** @returns milliseconds of processor time of the main thread until the first content */
async function processorOnce(context: BrowserContext, name: string, to: PageToOpen): Promise<number> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await showMarker(page, name, to);
  const { metrics } = await session.send('Performance.getMetrics');
  await step(`the window of ${name} to close`, MARKER_MAX_MS, page.close());
  const seconds = metrics.find((metric) => metric.name === 'TaskDuration')?.value;
  if (seconds === undefined) throw new Error('The browser does not say how long its tasks ran.');
  return seconds * 1_000;
}

async function openOnce(
  context: BrowserContext,
  name: string,
  to: PageToOpen,
): Promise<{ readonly costs: Opening; readonly calls: SentCalls }> {
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
