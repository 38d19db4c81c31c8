import { assert, at } from '#base/assert.ts';
import type { Outcome } from './open-loop.ts';

/** Times and outcomes of some requests. */
export function summaryOf(outcomes: readonly Outcome[]) {
  assert(outcomes.length > 0, 'requests were sent');
  const times = outcomes.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const quantile = (share: number): number =>
    Math.round(at(times, Math.min(times.length - 1, Math.floor(times.length * share))) * 10) / 10;
  return {
    count: outcomes.length,
    errors: outcomes.filter(isError).length,
    p50Ms: quantile(0.5),
    p95Ms: quantile(0.95),
    p99Ms: quantile(0.99),
    maxMs: quantile(1),
  };
}

/** Whatever is no success; the load asks only for what there is. */
function isError({ status }: Outcome): boolean {
  return status === null || status >= 400;
}

/** The figures of reads and of commands together, and of each call. */
export function figuresOf(outcomes: readonly Outcome[]) {
  const calls = Object.fromEntries(
    [...Map.groupBy(outcomes, ({ call }) => call)].map(([call, those]) => [call, summaryOf(those)]),
  );
  const statuses = Object.fromEntries(
    [...Map.groupBy(outcomes, ({ status }) => String(status))].map(([status, those]) => [status, those.length]),
  );
  return {
    errors: outcomes.filter(isError).length,
    statuses,
    reads: summaryOf(outcomes.filter(({ isCommand }) => !isCommand)),
    commands: summaryOf(outcomes.filter(({ isCommand }) => isCommand)),
    calls,
  };
}
