import { HOUR_MS } from '#base/time.ts';

/** Work that is repeated until it is stopped. */
export interface Upkeep {
  /** Resolves when what is under way has ended. */
  stop(): Promise<void>;
}

/**
 * Does something now and every hour of wall time, one after the other. A failure is told of and stops nobody.
 * @param work - looks at the signal between its steps, so that a stop does not wait for all of them
 * @param told - begins the line about a failure
 */
export function everyHour(
  work: (signal: AbortSignal) => Promise<void>,
  told: { readonly failure: string; log(line: string): void },
): Upkeep {
  const stopping = new AbortController();
  const tried = (): Promise<void> =>
    work(stopping.signal).catch((error: unknown) =>
      told.log(`${told.failure}, which is tried again in an hour: ${error}`),
    );
  let working = tried();
  const timer = setInterval(() => {
    working = working.then(tried);
  }, HOUR_MS).unref();
  return {
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await working;
    },
  };
}
