import { AppError } from '#base/errors.ts';

const WAIT_MAX_MS = 300_000;
/** From one look to the next, first and last: what has not come soon is asked for less often, because each look is work. */
const [PAUSE_MS, PAUSE_MAX_MS] = [5, 50];
const GROWTH = 1.2;

/** Polls until a condition holds; fails after five minutes, so that no test hangs. */
export async function until(holds: () => boolean | Promise<boolean>, what = 'what was waited for'): Promise<void> {
  const end = performance.now() + WAIT_MAX_MS;
  for (let pause = PAUSE_MS; !(await holds()); pause = Math.min(PAUSE_MAX_MS, pause * GROWTH)) {
    if (performance.now() > end) throw new AppError('TEST_WAIT', `Waited five minutes in vain: ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
