import type { Browser, Page } from 'playwright-core';
import type { ProgramToOpen } from './signed-in.ts';
import { openSlowWindow } from './slow-window.ts';
import { step } from './step.ts';

const LOGINS = 3;
const LOGIN_MAX_MS = 60_000;

/** Until grey blocks are seen where the page will stand, or the page itself where that is there first; milliseconds. */
export interface AfterLogin {
  /** From the last answer of the sign-in service, with which the user is signed in. */
  readonly skeletonMs: number;
  /** From the press of the button: with two rounds of the line, and the check of the password. */
  readonly sincePressMs: number;
}

/** Logs in with an empty cache on a slow processor and a slow line. @returns the best login */
export async function skeletonAfterLogin(browser: Browser, program: ProgramToOpen): Promise<AfterLogin> {
  const logins: AfterLogin[] = [];
  for (let index = 0; index < LOGINS; index += 1) {
    const context = await browser.newContext({ locale: 'en-US', baseURL: program.address });
    const { page } = await openSlowWindow(context);
    logins.push(await step('what follows the login', LOGIN_MAX_MS, logIn(page, program)));
    await context.close();
  }
  return logins.reduce((best, one) => (one.skeletonMs < best.skeletonMs ? one : best));
}

async function logIn(page: Page, { owner }: ProgramToOpen): Promise<AfterLogin> {
  await page.goto('/login');
  await page.getByPlaceholder('Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  return page.getByRole('button', { name: 'Login', exact: true }).evaluate(async (button) => {
    const areBlocksSeen = () =>
      [...document.querySelectorAll('.by-waiting > i')].some(
        (block) => block.checkVisibility() && getComputedStyle(block).opacity === '1',
      );
    const pressedAt = performance.now();
    (button as HTMLElement).click();
    while (document.querySelector('#content') === null && !areBlocksSeen()) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    const seenAt = performance.now();
    const answers = performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming && entry.name.includes('identitytoolkit'))
      .map((entry) => entry.startTime + entry.duration);
    return {
      skeletonMs: Math.round(seenAt - Math.max(...answers)),
      sincePressMs: Math.round(seenAt - pressedAt),
    };
  });
}
