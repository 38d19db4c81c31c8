import type { BrowserContext, Page } from 'playwright-core';
import { ask, signIn } from '../load/account.ts';
import { showMarker } from './opened-page.ts';
import type { ProgramToOpen } from './signed-in.ts';
import { openSlowWindow, setSlowdown } from './slow-window.ts';
import { step } from './step.ts';

const ROWS = 10_000;
const SCROLLS = 3;
const SCROLL_MS = 10_000;
const TEST_MAX_MS = 120_000;
const TEST_ASK_MS = 500;
const SCROLL_MAX_MS = 60_000;
/** What scrolls; its rows come and go. */
const FRAME = 'section[aria-label="Points"] [role="group"]:has(table)';

/** 200 points of one day, whose rows are those of any test. */
const TEST = {
  kind: 'dca-bot',
  params: { base_order_size: '200', safety_orders_count: 2, step_percent: '0.5', take_profit_percent: '0.5' },
  symbols: ['ETHUSDT'],
  date_from: '2025-05-06',
  date_to: '2025-05-06',
  axes: [
    { path: 'take_profit_percent', range: { from: '0.3', to: '2.2', step: '0.1' } },
    { path: 'step_percent', range: { from: '0.4', to: '1.3', step: '0.1' } },
  ],
};

/** The table of the points of a test, scrolled from its first row to its last one. */
export interface ScrolledPoints {
  readonly rows: number;
  /** On a slow processor. */
  readonly slowed: Scroll;
  /** On that of this machine. */
  readonly unslowed: Scroll;
}

interface Scroll {
  readonly frames: number;
  /** Frames that came more than 50 ms after the one before. */
  readonly lateFrames: number;
  readonly longestMs: number;
}

/**
 * Scrolls through 10,000 rows: the true points of a small test, repeated under other ids in the answer that the page
 * receives. Other programs can only delay frames, so the best scroll counts.
 */
export async function scrolledPoints(context: BrowserContext, program: ProgramToOpen): Promise<ScrolledPoints> {
  const visitor = await signIn(program.address, program.owner);
  const { condition_id: id } = await ask(program.address, visitor, { path: '/api/create-test', body: TEST });
  const isDone = async () => {
    const { state } = await ask(program.address, visitor, { path: `/api/get-test?condition_id=${id}` });
    if (state === 'FAILED') throw new Error('The test whose points are scrolled has failed.');
    return state === 'DONE';
  };
  await step('the test whose points are scrolled', TEST_MAX_MS, until(isDone));
  const window = await openSlowWindow(context);
  const { page } = window;
  await page.route('**/api/get-test-bots?**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: repeated(await response.json()) });
  });
  await showMarker(page, 'the points of a test', {
    address: `/backtest/${id}?tab=points`,
    marker: `${FRAME} tr[data-row]`,
  });
  const slowed = await bestScroll(page);
  await setSlowdown(window, 1);
  const unslowed = await bestScroll(page);
  const rows = await page.locator(`${FRAME} table`).first().getAttribute('aria-rowcount');
  await page.close();
  return { rows: Number(rows) - 1, slowed, unslowed }; // The head is counted.
}

async function bestScroll(page: Page): Promise<Scroll> {
  const scrolls: Scroll[] = [];
  for (let index = 0; index < SCROLLS; index += 1) {
    scrolls.push(await step('a scroll through the points', SCROLL_MAX_MS, scroll(page)));
  }
  return scrolls.reduce((best, one) => (one.lateFrames < best.lateFrames ? one : best));
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await new Promise((resolve) => setTimeout(resolve, TEST_ASK_MS));
}

interface Points {
  readonly items: readonly Readonly<Record<string, unknown>>[];
}

function repeated(answer: Points) {
  const items = Array.from({ length: ROWS }, (_, index) => ({
    ...answer.items[index % answer.items.length],
    bot_id: `point-${index}`,
  }));
  return { ...answer, items, cursor: null, total: ROWS };
}

function scroll(page: Page): Promise<Scroll> {
  return page
    .locator(FRAME)
    .first()
    .evaluate(
      async (frame, { scrollMs, lateMs }) => {
        const way = frame.scrollHeight - frame.clientHeight;
        const took: number[] = [];
        const from = await new Promise(requestAnimationFrame);
        for (let before = from; before - from < scrollMs; ) {
          frame.scrollTop = (way * (before - from)) / scrollMs;
          const now = await new Promise(requestAnimationFrame);
          took.push(now - before);
          before = now;
        }
        frame.scrollTop = 0;
        return {
          frames: took.length,
          lateFrames: took.filter((ms) => ms > lateMs).length,
          longestMs: Math.round(Math.max(...took)),
        };
      },
      { scrollMs: SCROLL_MS, lateMs: 50 },
    );
}
