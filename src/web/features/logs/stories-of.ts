import type { LogEntry } from '#web/bots/cycles/whole-log.ts';

/**
 * The newest line of each cycle, and every line without one, newest first.
 * @param entries newest first
 */
export function storiesOf(entries: readonly LogEntry[]): readonly LogEntry[] {
  const told = new Set<string>();
  return entries.filter(({ cycleId }) => {
    if (cycleId === null) return true;
    const isFirst = !told.has(cycleId);
    told.add(cycleId);
    return isFirst;
  });
}
