/**
 * Processes items in order, some concurrently. After the first failure no more work is started, and the work in
 * progress is awaited.
 * @param atOnce - maximum number at a time, at least 1
 */
export async function inTurns<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values();
  let hasFailed = false;
  const worker = async (): Promise<void> => {
    for (const item of waiting) {
      if (hasFailed) return;
      try {
        await work(item);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const workers = Array.from({ length: Math.min(atOnce, items.length) }, worker);
  await Promise.allSettled(workers);
  await Promise.all(workers);
}
