import type { Page } from 'playwright-core';

const AGAIN_MS = 5_000;

/**
 * Goes to a section by its two keys. The second one counts for little more than a second after the first, which a busy
 * machine may miss, so both are pressed again until the page is there.
 * @param address - a pattern, as `waitForURL` takes it
 */
export async function goByKeys(page: Page, letter: string, address: string): Promise<void> {
  for (let isThere = false; !isThere; ) {
    await page.keyboard.press('g');
    await page.keyboard.press(letter);
    isThere = await page.waitForURL(address, { timeout: AGAIN_MS }).then(
      () => true,
      () => false,
    );
  }
}
