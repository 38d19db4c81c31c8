/** A change waits this long for others that belong to it. */
const GATHER_MS = 200;
const SEND_EVERY_MS = 1_000;
/** Even without changes a message at this interval shows that the engine is alive. */
const HEARTBEAT_MS = 5_000;

/**
 * Runs `work` soon after a request, never concurrently, at most once a second, and periodically without a request.
 */
export function paced(work: () => Promise<void>): { ask(): void; end(): void } {
  let timer: NodeJS.Timeout | null = null;
  let [isRunning, isAsked, isEnded] = [false, false, false];
  let beganAt = Number.NEGATIVE_INFINITY;
  const run = async (): Promise<void> => {
    timer = null;
    [isRunning, isAsked] = [true, false];
    beganAt = performance.now();
    await work();
    isRunning = false;
    if (isAsked) ask();
  };
  const ask = (): void => {
    isAsked = true;
    if (isRunning || isEnded) return;
    timer ??= setTimeout(run, Math.max(GATHER_MS, beganAt + SEND_EVERY_MS - performance.now()));
  };
  const heartbeat = setInterval(ask, HEARTBEAT_MS);
  return {
    ask,
    end: () => {
      isEnded = true;
      clearInterval(heartbeat);
      if (timer !== null) clearTimeout(timer);
    },
  };
}
