import { setTimeout as sleep } from 'node:timers/promises';
import { deflateRawSync } from 'node:zlib';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { median } from '../median.ts';
import { openSlowWindow, type SlowWindow } from './slow-window.ts';

const TRIES = 7;
const IDLE_S = 60;
/** As the server compresses a message of the live channel (decision 61). */
const DEFLATE = { threshold: 1_024, level: 3 } as const;

/** The portfolio page in use, and left alone with a drawer open. */
export type DrawerFigures = {
  /** From a click on a cycle to its painted drawer, median. */
  readonly drawerMs: number;
  /** From a word typed in the search of cycles to the rows that match, median. */
  readonly searchMs: number;
  /** Share of the main thread, with an open drawer and nobody touching the page. */
  readonly idleBusy: number;
  /** Answers and messages of the live channel, as sent. */
  readonly idleKibPerMinute: number;
};

/** @param address - of a portfolio page with several cycles */
export async function drawerFigures(context: BrowserContext, address: string): Promise<DrawerFigures> {
  const window = await openSlowWindow(context);
  const { page } = window;
  const messages = messageBytes(window);
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  const drawerMs: number[] = [];
  for (let index = 0; index < TRIES; index += 1) drawerMs.push(await openedDrawer(page, index));
  const searchMs: number[] = [];
  for (let index = 0; index < TRIES; index += 1) searchMs.push(await searched(page));
  await openedDrawer(page, 0);
  await page.waitForLoadState('networkidle');
  const [busyFrom, bytesFrom] = [await busySeconds(window), window.counted.bytes + messages()];
  await sleep(IDLE_S * 1_000);
  const idleBusy = ((await busySeconds(window)) - busyFrom) / IDLE_S;
  const idleKib = (window.counted.bytes + messages() - bytesFrom) / 1_024;
  await page.close();
  return {
    drawerMs: Math.round(median(drawerMs)),
    searchMs: Math.round(median(searchMs)),
    idleBusy: Number(idleBusy.toFixed(3)),
    idleKibPerMinute: Math.round((idleKib * 60) / IDLE_S),
  };
}

/** Milliseconds in the page from the click on a row of the cycles to its painted drawer. */
async function openedDrawer(page: Page, row: number): Promise<number> {
  const took = await cyclesOf(page)
    .nth(row)
    .evaluate(async (element) => {
      const from = performance.now();
      (element as HTMLElement).click();
      const isOpen = (): boolean => document.querySelector('aside [aria-label="Close"]') !== null;
      while (!isOpen()) await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      return performance.now() - from;
    });
  await page.keyboard.press('Escape');
  return took;
}

function cyclesOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Cycles', exact: true }).locator('tbody tr');
}

/** Milliseconds from typing a word to the next frame in which the list was drawn anew. */
async function searched(page: Page): Promise<number> {
  const field = page.getByRole('searchbox', { name: 'Symbol or bot' });
  const word = (await cyclesOf(page).nth(1).innerText()).slice(0, 3);
  const took = await field.evaluate(async (element, typed) => {
    const input = element as HTMLInputElement;
    const body = document.querySelector('section[aria-label="Cycles"]');
    if (body === null) throw new Error('the page lists cycles');
    const changed = new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        observer.disconnect();
        resolve();
      });
      observer.observe(body, { childList: true, subtree: true, characterData: true });
    });
    const from = performance.now();
    const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    setter?.call(input, typed);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    await changed;
    await new Promise(requestAnimationFrame);
    return performance.now() - from;
  }, word);
  await field.fill('');
  return took;
}

async function busySeconds({ session }: SlowWindow): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const busy = metrics.find(({ name }) => name === 'TaskDuration');
  if (busy === undefined) throw new Error('the browser measures its tasks');
  return busy.value;
}

/** Bytes of the live channel so far; the browser tells only what the messages were before compression. */
function messageBytes({ session }: SlowWindow): () => number {
  let bytes = 0;
  session.on('Network.webSocketFrameReceived', ({ response }) => {
    const sent = Buffer.from(response.payloadData);
    bytes += sent.length < DEFLATE.threshold ? sent.length : deflateRawSync(sent, { level: DEFLATE.level }).length;
  });
  return () => bytes;
}
