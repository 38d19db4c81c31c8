import { setTimeout as sleep } from 'node:timers/promises';
import { type BackOff, backOffMs } from '#base/back-off.ts';
import { storeTroubleOf } from './store-trouble-of.ts';

const BACK_OFF: BackOff = { firstMs: 100, maxMs: 2_000, factor: 2 };

/**
 * Reads as soon as the database answers. One that cannot be reached, or that has no connection free for too long, is asked
 * again: at the start of a busy machine that is no reason to end.
 * @param log - told once, before the first wait
 * @throws any other error of `read`
 */
export async function readOnceReachable<T>(read: () => Promise<T>, log: (line: string) => void): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await read();
    } catch (error) {
      if (storeTroubleOf(error) !== 'unreachable') throw error;
      if (failures === 1) log(`The engine waits because the database does not answer: ${String(error)}`);
      await sleep(backOffMs(BACK_OFF, failures));
    }
  }
}
