const SEND_EVERY_MS = 200;
/** Even without changes a message at this interval shows that the engine is alive. */
const HEARTBEAT_MS = 5_000;

/** Runs `work` soon after a request, never concurrently or twice per interval, and periodically without a request. */
export function paced(work: () => Promise<void>): { ask(): void; end(): void } {
  let timer: NodeJS.Timeout | null = null;
  let [isRunning, isAsked, isEnded] = [false, false, false];
  const run = async (): Promise<void> => {
    timer = null;
    [isRunning, isAsked] = [true, false];
    await work();
    isRunning = false;
    if (isAsked) ask();
  };
  const ask = (): void => {
    isAsked = true;
    if (!isRunning && !isEnded) timer ??= setTimeout(run, SEND_EVERY_MS);
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
