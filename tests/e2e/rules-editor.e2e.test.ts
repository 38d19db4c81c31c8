import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { getBackFills, startBackFill } from '#contract/market.ts';
import { AXE_ALLOWED, graveFindings } from '../support/axe.ts';
import { launchBrowser, leaveBrowser } from '../support/browser.ts';
import { signedIn } from '../support/caller.ts';
import { startHeld } from '../support/held-market.ts';
import type { RunningProgram } from '../support/program.ts';
import { STORY_MS } from '../support/story-limit.ts';
import { openVisitor, signIn, type Visitor } from '../support/visitor.ts';

/** The past that the drafts are tried on. */
const STORED_WITHIN = { timeout: 60_000, interval: 100 };

let browser: Browser;
let program: RunningProgram;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  [browser, { program }] = await Promise.all([launchBrowser(), startHeld()]);
  visitor = await openVisitor(browser, program, AXE_ALLOWED);
  ({ page } = visitor);
  await signIn(page, program);
  const owner = await signedIn(program);
  const body = { symbols: ['ETHUSDT'], dateFrom: '2025-05-17', dateTo: null };
  await owner.ask(startBackFill, { body });
  await vi.waitFor(async () => {
    const { items } = await owner.ask(getBackFills, {});
    expect([items.length > 0, items.filter(({ endedAt }) => endedAt === null)]).toEqual([true, []]);
  }, STORED_WITHIN);
});

afterAll(async () => {
  await leaveBrowser(browser);
  await program.stop();
});

const triggers = () => page.getByRole('group', { name: 'Every trigger' });
const row = (text: string) => page.getByRole('button', { name: text, exact: true });

it('a known strategy becomes one’s own: a condition is added, dragged into its place, tested, saved and run', {
  timeout: STORY_MS,
}, async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${program.address}/custom/strategy`);
  await page.getByRole('button', { name: 'New strategy' }).first().click();
  await page.getByRole('button', { name: 'Use RSI reversal' }).click();
  await triggers().waitFor();
  expect(await triggers().getByRole('row').count()).toBeGreaterThan(5);

  const long = page.getByRole('region', { name: 'Open long' });
  await long.getByRole('button', { name: 'Condition' }).click();
  await long.getByLabel('Number').fill('1');
  const [moved, first] = [row('Move RSI(14) above 1'), row('RSI(14) crosses above 30')];
  const [from, to] = [await moved.boundingBox(), await first.boundingBox()];
  if (from === null || to === null) throw new Error('Both conditions are on the screen.');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + 40, to.y + 4, { steps: 4 });
  await page.mouse.up();
  await page.getByText('Moved to 1.').waitFor({ state: 'attached' });

  await triggers().getByRole('row').nth(3).click();
  await page.getByText(/^Bar at .* UTC/).waitFor();
  await expect.poll(() => page.locator('[data-stale]').count()).toBe(0); // Figures of the draft before are dimmed.
  expect(await graveFindings(page)).toEqual([]);

  await page.getByRole('button', { name: 'Save version 1' }).click();
  await page.waitForURL(/\/custom\/strategy\/[^/]+$/);
  await page.getByRole('button', { name: 'Save version 2' }).waitFor();
  await page.getByText('Text', { exact: true }).click();
  const text: string = await page.getByLabel('The strategy as JSON').inputValue();
  expect(JSON.parse(text).buy.enter).toMatchObject({ all: [{ op: 'gt', b: { const: '1' } }, { op: 'crosses_above' }] });

  await page.getByRole('button', { name: 'Start a bot' }).click();
  await page.getByRole('dialog').getByLabel('Portfolio').last().fill('Rules');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Start / })
    .click();
  await page.waitForURL(/\/custom\/bots/);
  const bots = page.getByRole('group', { name: 'Custom' });
  await bots.getByText('Waiting').first().waitFor();
  expect(visitor.complaints).toEqual([]);
});

it('on a phone the strategy, its chart and its triggers are read without moving sideways', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${program.address}/custom/strategy`);
  await page.getByText('RSI reversal').first().click();
  await page.getByText('Every trigger').waitFor();
  const { width, room } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    room: document.documentElement.clientWidth,
  }));
  expect(width).toBe(room);
}, 1_800_000);
