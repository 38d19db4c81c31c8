import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext } from 'playwright-core';
import { bytesOnSocket } from '../../tests/support/sent-on-socket.ts';
import { median } from '../median.ts';
import { CYCLE_ROW, closeDrawer, openDrawer, searchCycles } from './cycle-acts.ts';
import { showMarker } from './opened-page.ts';
import type { SentCalls } from './sent-calls.ts';
import { openSlowWindow, type SlowWindow, setSlowdown } from './slow-window.ts';
import { step } from './step.ts';

const TRIES = 5;
const SETTLED_MS = 5_000;
/** Whole minutes: some of what a page asks for, it asks once a minute. */
const IDLE_S = 120;
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
  const messages = receivedMessages(window);
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
  const [busyFrom, bytesFrom, messagesFrom] = [await busySeconds(window), window.counted.bytes, messages.length];
  await sleep(IDLE_S * 1_000);
  const idleBusy = ((await busySeconds(window)) - busyFrom) / IDLE_S;
  const answered = window.counted.bytes - bytesFrom;
  const idleKib = (answered + (await bytesOnSocket(messages.slice(messagesFrom)))) / 1_024;
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

/** The messages of the live channel so far; the browser tells only what they were before compression. */
function receivedMessages({ session }: SlowWindow): readonly Buffer[] {
  const messages: Buffer[] = [];
  session.on('Network.webSocketFrameReceived', ({ response }) => messages.push(Buffer.from(response.payloadData)));
  return messages;
}
