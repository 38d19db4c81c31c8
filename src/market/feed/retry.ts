import { setTimeout as sleep } from 'node:timers/promises';
import { backOffMs } from '#base/back-off.ts';
import { AppError } from '#base/errors.ts';
import type { MarketSource } from '#ports/market-source.ts';

const WAIT_MAX_MS = 15_000;
const FACTOR = 2;
/** How often a budget that is used up is looked at again. */
const LOOK_MS = 500;

/** What market data may use of the exchange's budget. */
export const MARKET_SHARE = 0.8;
/** What is asked for in bulk leaves a tenth to those whose minute is closing. */
export const BULK_SHARE = 0.7;

/** How often a read is repeated. */
export interface RetryRules {
  readonly source: MarketSource;
  readonly signal: AbortSignal;
  /** Wall milliseconds after the first failure; each following wait is twice as long. */
  readonly firstWaitMs: number;
  /** Failures before the next one is thrown. A busy exchange does not count as a failure. */
  readonly failuresMax: number;
  /** The part of the exchange's budget of requests that may be used; whoever wants more waits for its next minute. */
  readonly share: number;
  /** Called with the first failure in a row. */
  readonly tell: (line: string) => void;
}

/**
 * Repeats a read until the exchange answers, with a growing back-off of at most 15 s. A busy exchange is asked again when
 * its budget allows.
 * @throws the last failure; at once any error that is not a retryable AppError; AbortError when the signal is aborted
 */
export async function asking<T>(rules: RetryRules, ask: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; ) {
    rules.signal.throwIfAborted();
    while (isUsedUp(rules)) await sleep(LOOK_MS, null, { signal: rules.signal });
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof AppError) || !error.isRetryable) throw error;
      const isBusy = error.code === 'EXCHANGE_BUSY';
      if (!isBusy) failures += 1;
      if (failures > rules.failuresMax) throw error;
      if (failures === 1 && !isBusy) rules.tell(error.message);
      await sleep(
        isBusy
          ? busyWait(rules)
          : backOffMs({ firstMs: rules.firstWaitMs, maxMs: WAIT_MAX_MS, factor: FACTOR }, failures),
        null,
        { signal: rules.signal },
      );
    }
  }
}

function isUsedUp({ source, share }: RetryRules): boolean {
  const { limit, used } = source.budget();
  return used >= limit * share;
}

function busyWait({ source, firstWaitMs }: RetryRules): number {
  return Math.max(firstWaitMs, source.budget().pauseMs);
}
