/** Processor time of this thread since an earlier reading, in milliseconds. */
export function usedMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(since);
  return (user + system) / 1_000;
}
