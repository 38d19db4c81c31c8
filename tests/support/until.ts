import { AppError } from '#base/errors.ts';

const WAIT_MAX_MS = 300_000;

/** Polls until a condition holds; fails after five minutes, so that no test hangs. */
export async function until(holds: () => boolean | Promise<boolean>, what = 'what was waited for'): Promise<void> {
  const end = performance.now() + WAIT_MAX_MS;
  while (!(await holds())) {
    if (performance.now() > end) throw new AppError('TEST_WAIT', `Waited five minutes in vain: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
