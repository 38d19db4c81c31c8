import { setTimeout as sleep } from 'node:timers/promises';
import { deflateRawSync } from 'node:zlib';
import type { BrowserContext } from 'playwright-core';
import { LIVE_DEFLATE } from '#server/live/live-deflate.ts';
import { median } from '../median.ts';
import { CYCLE_ROW, closeDrawer, openDrawer, searchCycles } from './cycle-acts.ts';
import { showMarker } from './opened-page.ts';
import type { SentCalls } from './sent-calls.ts';
import { openSlowWindow, type SlowWindow, setSlowdown } from './slow-window.ts';
import { step } from './step.ts';

const TRIES = 5;
const SETTLED_MS = 5_000;
const IDLE_S = 30;
const METRICS_MAX_MS = 10_000;

/** The portfolio page in use, and left alone with a drawer open. */
export interface UsedPortfolio {
  /** From a click on a cycle to its painted drawer, median. */
  readonly drawerMs: number;
  /** From a word typed in the search of cycles to the rows that match, median. */
  readonly searchMs: number;
  /** Share of the main thread at the machine's own speed, with an open drawer and nobody touching the page. */
  readonly idleBusy: number;
  /** Answers and messages of the live channel, as sent. */
  readonly idleKibPerMinute: number;
}

/** @param address - of a portfolio page with several cycles */
export async function usedPortfolio(
  context: BrowserContext,
  address: string,
): Promise<{ readonly costs: UsedPortfolio; readonly calls: SentCalls }> {
  const window = await openSlowWindow(context);
  const { page } = window;
  const messages = messageBytes(window);
  await showMarker(page, 'the portfolio to use', { address, marker: CYCLE_ROW });
  await page.waitForTimeout(SETTLED_MS);
  const drawers: number[] = [];
  const searches: number[] = [];
  for (let index = 0; index < TRIES; index += 1) {
    drawers.push(await openDrawer(page, index));
    await closeDrawer(page);
    searches.push(await searchCycles(page));
  }
  await openDrawer(page, 0);
  await setSlowdown(window, 1);
  await page.waitForTimeout(SETTLED_MS);
  const received = (): number => window.counted.bytes + messages();
  const [busyFrom, bytesFrom] = [await busySeconds(window), received()];
  await sleep(IDLE_S * 1_000);
  const idleBusy = ((await busySeconds(window)) - busyFrom) / IDLE_S;
  const idleKib = (received() - bytesFrom) / 1_024;
  await step('the window of the used portfolio to close', METRICS_MAX_MS, page.close());
  return {
    costs: {
      drawerMs: Math.round(median(drawers)),
      searchMs: Math.round(median(searches)),
      idleBusy: Number(idleBusy.toFixed(3)),
      idleKibPerMinute: Math.round((idleKib * 60) / IDLE_S),
    },
    calls: window.counted.calls,
  };
}

/** How long tasks have run in the page so far. */
async function busySeconds({ session }: SlowWindow): Promise<number> {
  const { metrics } = await step('the figures of the browser', METRICS_MAX_MS, session.send('Performance.getMetrics'));
  const busy = metrics.find(({ name }) => name === 'TaskDuration');
  if (busy === undefined) throw new Error('The browser does not say how long its tasks ran.');
  return busy.value;
}

/** Bytes of the live channel so far; the browser tells only what the messages were before compression. */
function messageBytes({ session }: SlowWindow): () => number {
  let bytes = 0;
  session.on('Network.webSocketFrameReceived', ({ response }) => {
    const sent = Buffer.from(response.payloadData);
    const isSmall = sent.length < LIVE_DEFLATE.threshold;
    bytes += isSmall ? sent.length : deflateRawSync(sent, LIVE_DEFLATE.zlibDeflateOptions).length;
  });
  return () => bytes;
}
