import { AppError } from '#base/errors.ts';

const WAIT_MAX_MS = 60_000;

/** Polls until a condition holds; fails after a minute, so that no test hangs. */
export async function until(holds: () => boolean | Promise<boolean>, what = 'what was waited for'): Promise<void> {
  const end = performance.now() + WAIT_MAX_MS;
  while (!(await holds())) {
    if (performance.now() > end) throw new AppError('TEST_WAIT', `Waited a minute in vain: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
