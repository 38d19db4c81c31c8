import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Chooses an action from the menu of a bot, using only the keyboard. */
export async function choose(page: Page, name: string, item: string | RegExp): Promise<Locator> {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('menu', { name: `Actions for ${name}`, exact: true });
  const wanted = menu.getByRole('menuitem', { name: item, exact: true });
  await wanted.waitFor();
  // An action is disabled until the bot's state allows it.
  await expect.poll(() => wanted.isEnabled()).toBe(true);
  const hasFocus = () => wanted.evaluate((element) => element === document.activeElement);
  const walk = async (): Promise<boolean> => {
    if (await hasFocus()) return true;
    await page.keyboard.press('ArrowDown'); // The menu wraps around.
    return hasFocus();
  };
  await expect.poll(walk, { interval: 50 }).toBe(true);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await menu.waitFor({ state: 'detached' });
  return dialog;
}

/** Moves to the action with Tab and carries it out with Enter. */
export async function carryOut(page: Page, dialog: Locator, act: string): Promise<void> {
  const button = dialog.getByRole('button', { name: act, exact: true });
  await expect.poll(() => button.isEnabled()).toBe(true);
  const hasFocus = () => button.evaluate((element) => element === document.activeElement);
  for (let tries = 0; tries < 12 && !(await hasFocus()); tries += 1) await page.keyboard.press('Tab');
  expect(await hasFocus()).toBe(true);
  await page.keyboard.press('Enter');
}

/** The focus is back where the dialog was opened from. */
