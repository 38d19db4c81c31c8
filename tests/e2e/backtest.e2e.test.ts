import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getTestConditions } from '#contract/tests/test-condition.ts';
import { AXE_ALLOWED, graveFindings } from '../support/axe.ts';
import { type HeldStage, openDemo } from '../support/held-stage.ts';
import type { Visitor } from '../support/visitor.ts';

const STORY = { timeout: 1_800_000 };
const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1440, height: 900 };

let stage: HeldStage;
let visitor: Visitor;
let page: Page;

beforeAll(async () => {
  stage = await openDemo(AXE_ALLOWED);
  ({ visitor, page } = stage);
});

afterAll(() => stage.close());

beforeEach(async () => {
  visitor.forget();
  await page.setViewportSize(WIDE); // A story that failed on the phone must not fail the next ones.
});

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await page.screenshot({ path: 'screenshots/backtest-failed.png' });
});

const tests = async () => (await visitor.ask(getTestConditions, { query: {} })).items;
const map = () => page.getByRole('table', { name: 'Over the grid' });

describe('backtests', () => {
  it('a user without tests runs the sample and reads its caveats, its figures and its map', STORY, async () => {
    await page.goto('/backtest');
    await page.getByRole('button', { name: 'Run the sample' }).click();
    await page.waitForURL(/\/backtest\/(?!new)[^/]+$/);
    await page.getByText('Read before the numbers').waitFor();
    await expect.poll(async () => (await tests())[0]?.state).toBe('DONE');
    await page.getByText('Return, net').waitFor();
    expect(await map().getByRole('button').count()).toBe(30);
    await page.getByRole('table', { name: 'Points by worst neighbour' }).waitFor();
    await page.getByRole('group', { name: 'Walk-forward' }).waitFor();
    expect(await graveFindings(page)).toEqual([]);
    expect(visitor.complaints).toEqual([]);
  });

  it(
    'the map is walked by keys, and the chosen point is shown with its cycles, each with its orders',
    STORY,
    async () => {
      await map().getByRole('button').first().focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await page.waitForURL(/point=/);
      await page.getByRole('link', { name: 'Cycles', exact: true }).click();
      await page.locator('tbody tr[data-row]').first().click();
      await page.locator('aside').getByRole('button', { name: 'Orders' }).click();
      await page.locator('aside table tbody tr').first().waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Monte Carlo' }).click();
      await page.getByText(/of the draws end with a loss/).waitFor();
      await page.getByRole('link', { name: 'Why it traded' }).click();
      await page.getByText(/cycles? (?:was|were) opened on/).waitFor();
      expect(visitor.complaints).toEqual([]);
    },
  );

  it('a paper bot is made of the point in one dialog', STORY, async () => {
    await page.getByRole('button', { name: /^Create a paper bot from/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Bot name').fill('Out of a test');
    await dialog.getByRole('button', { name: 'Start Out of a test' }).click();
    await page.waitForURL(/\/dca\/bots\?bot=/);
    await expect.poll(async () => (await stage.botNamed('Out of a test')).state).toBe('RUNNING');
    expect(visitor.complaints).toEqual([]);
  });

  it(
    'a test is configured on the phone, survives a reload while it runs, and keeps what it has when cancelled',
    STORY,
    async () => {
      await page.setViewportSize(PHONE);
      await page.goto('/backtest/new');
      await page.getByText(/^about /).waitFor();
      await page.getByRole('button', { name: 'Vary a setting' }).click();
      const axis = page.getByRole('group', { name: 'First step, %' });
      await axis.getByLabel('From').fill('0.5');
      await axis.getByLabel('To').fill('5.49');
      await axis.getByLabel('Step', { exact: true }).fill('0.01');
      const assume = page.getByRole('button', { name: /^Assume/ });
      if (await assume.isVisible()) await assume.click();
      await page.getByRole('button', { name: 'Start the test' }).click();
      await page.waitForURL(/\/backtest\/(?!new)[^/]+$/);
      await page.reload();
      await page.getByRole('heading', { level: 1 }).waitFor();
      const cancel = page.getByRole('button', { name: /^Cancel / });
      await cancel.or(page.getByText('Return, net')).first().waitFor();
      // Found and pressed at once: the test may end, and its button go, between a look at the page and a click on it.
      await page.evaluate(() => document.querySelector<HTMLElement>('button[aria-label^="Cancel "]')?.click());
      await expect.poll(async () => (await tests())[0]?.state).toMatch(/^(?:CANCELED|DONE)$/);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
      expect(visitor.complaints).toEqual([]);
    },
  );

  it('tests are found again by star and name, and their best points stand side by side', STORY, async () => {
    await page.goto('/backtest');
    await page.getByRole('button', { name: /^Star Sample/ }).click();
    await page.getByRole('button', { name: 'Starred' }).click();
    await expect.poll(() => page.locator('tbody tr[data-row]').count()).toBe(1);
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await page.getByRole('link', { name: /^Sample/ }).click();
    await page.getByRole('link', { name: /^Points/ }).click();
    const boxes = page.locator('tbody').getByRole('checkbox');
    await boxes.nth(0).check();
    await boxes.nth(1).check();
    await page.getByRole('button', { name: 'Compare 2' }).click();
    await page.getByText('What they set differently').waitFor();
    expect(await graveFindings(page)).toEqual([]);
    expect(visitor.complaints).toEqual([]);
  });

  it('symbols selected in the screener are tested together, and each then gets a paper bot', STORY, async () => {
    await page.goto('/screener');
    for (const symbol of ['ETHUSDT', 'SOLUSDT']) await page.getByRole('checkbox', { name: symbol }).check();
    await page.getByRole('link', { name: 'Test 2', exact: true }).click();
    await page.waitForURL(/\/backtest\/new\?/);
    const assume = page.getByRole('button', { name: /^Assume/ });
    const start = page.getByRole('button', { name: 'Start the test' });
    await assume.or(start).first().waitFor();
    if (await assume.isVisible()) await assume.click();
    await start.click();
    await page.waitForURL(/\/backtest\/(?!new)[^/]+$/);
    await expect.poll(async () => (await tests())[0]?.state, { timeout: 120_000 }).toBe('DONE');
    expect((await tests())[0]?.symbols).toEqual(['ETHUSDT', 'SOLUSDT']);
    while (!page.url().includes('/screener')) await page.goBack();
    await page.getByRole('button', { name: 'Create 2 paper bots…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Bot name').fill('Screened');
    expect(await graveFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create and start (2)' }).click();
    await dialog.getByRole('link', { name: 'Show the bots' }).click();
    await page.waitForURL(/\/dca\/bots/);
    for (const symbol of ['ETHUSDT', 'SOLUSDT']) {
      await expect
        .poll(async () => {
          const bot = (await stage.bots()).find(({ name }) => name === `Screened ${symbol}`);
          return [bot?.state, bot?.symbols];
        })
        .toEqual(['RUNNING', [symbol]]);
    }
    expect(visitor.complaints).toEqual([]);
  });
});
