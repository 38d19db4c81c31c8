import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { callOf } from './sent-calls.ts';
import { step } from './step.ts';

/** A processor four times slower than this one, as of a middling phone. */
const CPU_SLOWDOWN = 4;
/** "Fast 4G" of Chrome's developer tools: bytes a second and milliseconds for each round. */
const FAST_4G = { downloadThroughput: 1_012_500, uploadThroughput: 168_750, latency: 165 };
const OPEN_MAX_MS = 15_000;

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
  /** Requests sent, by call. */
  readonly calls: Record<string, number>;
}

/** Opens a window of a signed-in context. */
export function openSlowWindow(context: BrowserContext): Promise<SlowWindow> {
  return step('a new window', OPEN_MAX_MS, open(context));
}

async function open(context: BrowserContext): Promise<SlowWindow> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Performance.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.emulateNetworkConditions', { offline: false, ...FAST_4G });
  const window = { page, session, counted: countOf(session) };
  await setSlowdown(window, CPU_SLOWDOWN);
  await page.addInitScript(observe);
  return window;
}

/** @param rate - how many times slower than this machine its processor is */
export async function setSlowdown({ session }: SlowWindow, rate: number): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

function countOf(session: CDPSession): Counted {
  const counted: Counted = { requests: 0, bytes: 0, calls: {} };
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    counted.requests += 1;
    counted.bytes += encodedDataLength;
  });
  session.on('Network.requestWillBeSent', ({ request }) => {
    const name = callOf(request.method, request.url);
    if (name !== null) counted.calls[name] = (counted.calls[name] ?? 0) + 1;
  });
  return counted;
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
