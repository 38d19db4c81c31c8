import type { Browser, Page } from 'playwright-core';
import type { ProgramToOpen } from './signed-in.ts';
import { openSlowWindow } from './slow-window.ts';
import { step } from './step.ts';

const LOGINS = 3;
const LOGIN_MAX_MS = 60_000;

/**
 * Logs in with an empty cache on a slow processor and a slow line.
 * @returns milliseconds from the last answer of the sign-in service to the painted grey blocks of the page, or to the page
 * itself where that is there first; of the best login
 */
export async function skeletonAfterLogin(browser: Browser, program: ProgramToOpen): Promise<number> {
  const logins: number[] = [];
  for (let index = 0; index < LOGINS; index += 1) {
    const context = await browser.newContext({ locale: 'en-US', baseURL: program.address });
    const { page } = await openSlowWindow(context);
    logins.push(await step('what follows the login', LOGIN_MAX_MS, logIn(page, program)));
    await context.close();
  }
  return Math.round(Math.min(...logins));
}

async function logIn(page: Page, { owner }: ProgramToOpen): Promise<number> {
  await page.goto('/login');
  await page.getByPlaceholder('Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  return page.getByRole('button', { name: 'Login', exact: true }).evaluate(async (button) => {
    (button as HTMLElement).click();
    while (document.querySelector('[data-waiting], #content') === null) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    const seenAt = performance.now();
    const answers = performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming && entry.name.includes('identitytoolkit'))
      .map((entry) => entry.startTime + entry.duration);
    return seenAt - Math.max(...answers);
  });
}
