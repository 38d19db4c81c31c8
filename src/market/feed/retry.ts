import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#base/errors.ts';
import type { MarketSource } from '#ports/market-source.ts';

const WAIT_MAX_MS = 15_000;

/** How often one asks again, and what is told of it. */
export interface RetryRules {
  readonly source: MarketSource;
  readonly signal: AbortSignal;
  /** Wall milliseconds after the first failure; twice as long after each that follows. */
  readonly firstWaitMs: number;
  /** How many failures are borne; the next one is thrown. An exchange that is only busy never counts. */
  readonly failuresMax: number;
  /** Hears of the first failure of a row. */
  readonly tell: (line: string) => void;
}

/**
 * Asks an exchange until it answers: after a failure some moments later, then twice as long, a quarter of a minute at
 * most; one that is busy when it wants to be asked again.
 * @throws the last failure; any that is no retryable AppError at once; AbortError when the signal says so
 */
export async function asking<T>(rules: RetryRules, ask: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; ) {
    rules.signal.throwIfAborted();
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof AppError) || !error.isRetryable) throw error;
      const isBusy = error.code === 'EXCHANGE_BUSY';
      if (!isBusy) failures += 1;
      if (failures > rules.failuresMax) throw error;
      if (failures === 1 && !isBusy) rules.tell(error.message);
      await sleep(isBusy ? busyWait(rules) : failureWait(rules, failures), null, { signal: rules.signal });
    }
  }
}

function busyWait({ source, firstWaitMs }: RetryRules): number {
  return Math.max(firstWaitMs, source.budget().pauseMs);
}

function failureWait({ firstWaitMs }: RetryRules, failures: number): number {
  return Math.min(WAIT_MAX_MS, firstWaitMs * 2 ** (failures - 1));
}
