/**
 * A clock shared by all threads of this process, in milliseconds with nanosecond resolution. `performance.now` alone
 * counts from the start of its own thread.
 */
export function sharedClock(): () => number {
  const ahead = Number(process.hrtime.bigint()) / 1e6 - performance.now();
  return () => performance.now() + ahead;
}
