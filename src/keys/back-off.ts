import { MINUTE_MS, SECOND_MS } from '#base/time.ts';

const FACTOR = 1.5;

/** How long to wait after the n-th failed try, n from 1 on: 1 s, then half as long again each time, at most 60 s. */
export function backOffMs(tries: number): number {
  return Math.min(MINUTE_MS, Math.round(SECOND_MS * FACTOR ** (tries - 1)));
}
