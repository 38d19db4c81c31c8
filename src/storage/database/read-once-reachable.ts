import { setTimeout as sleep } from 'node:timers/promises';
import { type BackOff, backOffMs } from '#base/back-off.ts';
import { ranTooLong } from './ran-too-long.ts';
import { storeTroubleOf } from './store-trouble-of.ts';

const BACK_OFF: BackOff = { firstMs: 100, maxMs: 2_000, factor: 2 };

/** Who waits for the database, and how long. */
interface DatabaseWait {
  /** Who waits, with the verb: "The engine waits". */
  readonly waiting: string;
  /** Told once, before the first wait. */
  log(line: string): void;
  /** Ends the wait; without one it lasts until the database answers. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Reads as soon as the database answers. One that cannot be reached, has no connection free for too long or does not answer
 * before the deadline is queried again: at the start of a busy machine that is no reason to end.
 * @throws any other error of `read`, and an AbortError once the signal is given
 */
export async function readOnceReachable<T>(read: () => Promise<T>, wait: DatabaseWait): Promise<T> {
  const { waiting, log, signal } = wait;
  for (let failures = 1; ; failures++) {
    try {
      return await read();
    } catch (error) {
      if (storeTroubleOf(error) !== 'unreachable' && !ranTooLong(error)) throw error;
      if (failures === 1) log(`${waiting} because the database does not answer: ${String(error)}`);
      await sleep(backOffMs(BACK_OFF, failures), undefined, signal && { signal });
    }
  }
}
