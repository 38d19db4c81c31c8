import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, leaveBrowser } from '../support/browser.ts';
import { type SharedProgram, sharedProgram } from '../support/shared-program.ts';
import { openVisitor, signIn } from '../support/visitor.ts';

const WIDE = { width: 1440, height: 900 };
const TABLET = { width: 1024, height: 800 };
const PHONE = { width: 390, height: 844 };

let browser: Browser;
let program: SharedProgram;
let page: Page;

beforeAll(async () => {
  [browser, program] = await Promise.all([launchBrowser(), sharedProgram()]);
  ({ page } = await openVisitor(browser, program));
  await signIn(page, program);
});

afterAll(() => leaveBrowser(browser));

const field = (label: string) => page.getByRole('textbox', { name: new RegExp(`^${label}`) });
const handle = (name: string) => page.getByRole('slider', { name, exact: true });

/** The ladder of worked example 1 at a base price of 2,000, on a page without a draft. */
async function openExample(viewport: typeof WIDE): Promise<void> {
  await page.setViewportSize(viewport);
  await page.goto(`${program.address}/account`);
  await page.goto(`${program.address}/dca/strategy/new`);
  await field('Preview at').fill('2000');
  await field('Stop-loss').fill('15');
  await handle('Step 1').waitFor();
}

/** Drags the grip of a line by this many pixels downwards. */
async function drag(name: string, pixels: number): Promise<void> {
  await grab(name);
  const box = await handle(name).locator('span').boundingBox();
  if (box === null) throw new Error(`${name} has no grip.`);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y + pixels / 2);
  await page.mouse.move(x, y + pixels);
  await page.mouse.up();
}

/** Presses the mouse on a grip. After a drag the chart scales itself anew, and the grips move from where they were found. */
async function grab(name: string): Promise<void> {
  const isHeld = async (): Promise<boolean> => {
    await page.mouse.up();
    await handle(name).locator('span').hover();
    await page.mouse.down();
    return handle(name).evaluate((line) => line === document.activeElement);
  };
  await expect.poll(isHeld).toBe(true);
}

const priceOf = async (step: number) =>
  Number((await page.locator('tbody tr').nth(step).locator('td').nth(1).innerText()).replaceAll(',', ''));
const percentOf = async (label: string) => Number(await field(label).inputValue());

describe('the ladder editor', () => {
  it('steps, take profit and stop-loss of a ladder are dragged on the chart, and the table follows', async () => {
    await openExample(WIDE);
    const before = await priceOf(1);
    await drag('Step 1', 12);
    await expect.poll(() => priceOf(1)).toBeLessThan(before);
    expect(await percentOf('First step')).toBeGreaterThan(1);
    await drag('Take profit', -12);
    await expect.poll(() => percentOf('Take profit')).toBeGreaterThan(1);
    await drag('Stop-loss', -12);
    await expect.poll(() => percentOf('Stop-loss')).toBeLessThan(15);
  });

  it('a drag is undone as one step and made again', async () => {
    await openExample(WIDE);
    await drag('Step 1', 12);
    await expect.poll(() => percentOf('First step')).toBeGreaterThan(1);
    const dragged = await percentOf('First step');
    await page.keyboard.press('Control+z');
    await expect.poll(() => percentOf('First step')).toBe(1);
    await page.getByRole('button', { name: 'Redo' }).click();
    await expect.poll(() => percentOf('First step')).toBe(dragged);
  });

  it('the steps of a short ladder lie above the base and are dragged up', async () => {
    await openExample(WIDE);
    await page.getByText('Short', { exact: true }).click();
    const before = await priceOf(1);
    expect(before).toBeGreaterThan(2_000);
    await drag('Step 1', -12);
    await expect.poll(() => priceOf(1)).toBeGreaterThan(before);
  });

  it('a line is moved by keys and says where it is', async () => {
    await openExample(WIDE);
    await handle('Step 1').focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => priceOf(1)).toBe(1_978.02);
    await expect
      .poll(() => handle('Step 1').getAttribute('aria-valuetext'))
      .toMatch(/^1,978\.02, 1\.10 % away · average /);
  });

  it('form and chart stand side by side down to a width of 1024', async () => {
    await openExample(TABLET);
    const [form, chart] = await Promise.all([
      page.locator('form').boundingBox(),
      page.locator('figure').first().boundingBox(),
    ]);
    expect(chart?.x).toBeGreaterThan((form?.x ?? 0) + (form?.width ?? 0) - 1);
    expect((chart?.x ?? 0) + (chart?.width ?? 0)).toBeLessThanOrEqual(TABLET.width);
  });

  it('a ladder is edited and saved on the phone', async () => {
    await openExample(PHONE);
    await drag('Take profit', -12);
    await expect.poll(() => percentOf('Take profit')).toBeGreaterThan(1);
    await field('Name').fill('From the phone');
    await page.getByRole('button', { name: 'Save version 1' }).click();
    await page.getByText('Version 1 saved.').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  });
});
