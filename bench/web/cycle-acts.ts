import type { Page } from 'playwright-core';
import { step } from './step.ts';

/** The row of a cycle; rows that only keep the place of others have no name. */
export const CYCLE_ROW = 'section[aria-label="Cycles"] tr[data-row]';
const ACT_MAX_MS = 20_000;
const DRAWER_CLOSE = 'aside [aria-label="Close"]';

/** @returns milliseconds in the page from the click on a row of the cycles to its painted drawer */
export function openDrawer(page: Page, row: number): Promise<number> {
  const took = page
    .locator(CYCLE_ROW)
    .nth(row)
    .evaluate(async (element, close) => {
      const from = performance.now();
      (element as HTMLElement).click();
      while (document.querySelector(close) === null) await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      return performance.now() - from;
    }, DRAWER_CLOSE);
  return step(`the drawer of cycle ${row + 1} in the list`, ACT_MAX_MS, took);
}

export async function closeDrawer(page: Page): Promise<void> {
  await page.locator(DRAWER_CLOSE).click();
  await step('the drawer to close', ACT_MAX_MS, page.locator(DRAWER_CLOSE).waitFor({ state: 'detached' }));
}

/** @returns milliseconds from typing a symbol into the search of cycles to the painted list of its cycles alone */
export async function searchCycles(page: Page): Promise<number> {
  const field = page.getByRole('searchbox', { name: 'Symbol or bot' });
  const symbols = await page.locator(`${CYCLE_ROW} strong`).allInnerTexts();
  const word = symbols.find((symbol) => symbol !== symbols[0]);
  if (word === undefined) throw new Error('The search cannot be measured: the listed cycles have one symbol.');
  const sent = { word, rows: CYCLE_ROW };
  const took = field.evaluate(async (element, { word: typed, rows }) => {
    const isFound = () => {
      const found = [...document.querySelectorAll(rows)];
      return found.length > 0 && found.every((row) => row.textContent.includes(typed));
    };
    const from = performance.now();
    // React hears of a value only when it is set past the setter that React has put on the element.
    const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    setter?.call(element, typed);
    element.dispatchEvent(new Event('input', { bubbles: true }));
    while (!isFound()) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return performance.now() - from;
  }, sent);
  const ms = await step(`the cycles of ${word} after a search`, ACT_MAX_MS, took);
  await field.fill('');
  const others = page.locator(CYCLE_ROW).filter({ hasNotText: word }).first();
  await step('the list of all cycles after the search', ACT_MAX_MS, others.waitFor());
  return ms;
}
