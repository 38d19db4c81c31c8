const US_PER_MS = 1_000;

/**
 * The longest processor time, ms, for which this thread worked without returning to its event loop. Time in which the thread
 * waited for a processor does not count, so the load of the machine does not matter.
 */
export async function longestStretchMs(work: () => Promise<unknown>): Promise<number> {
  let [longest, usedMs, isOver] = [0, threadMs(), false];
  const look = (): void => {
    longest = Math.max(longest, threadMs() - usedMs);
    usedMs = threadMs();
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  try {
    await work();
  } finally {
    isOver = true;
    look();
  }
  return longest;
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / US_PER_MS;
}
