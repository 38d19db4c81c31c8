/**
 * A clock that all threads of this process agree on: milliseconds with nanoseconds behind the point. `performance.now`
 * alone counts from the start of its own thread.
 */
export function sharedClock(): () => number {
  const ahead = Number(process.hrtime.bigint()) / 1e6 - performance.now();
  return () => performance.now() + ahead;
}
