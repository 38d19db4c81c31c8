import { DAY_MS, type Instant, instantOf, startOf } from '#base/time.ts';
import type { Period } from '#storage/period.ts';
import { ProblemError } from './problem.ts';

const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/;
/** Bounds that a timestamp column can certainly store; times beyond them become the bound. */
const [EARLIEST, LATEST] = [0, Date.UTC(9000, 0, 1)];

/** The start of a whole day, or the instant itself. */
export function readFrom(text: string): Instant {
  return bounded(Date.parse(text));
}

/** The excluded end: an instant as given; for a day, the next midnight. */
export function readTo(text: string): Instant {
  return bounded(Date.parse(text) + (DATE_ONLY.test(text) ? DAY_MS : 0));
}

/** The included end: an instant as given; for a day, its last millisecond. */
export function readEnd(text: string): Instant {
  return bounded(Date.parse(text) + (DATE_ONLY.test(text) ? DAY_MS - 1 : 0));
}

/**
 * Today and the UTC days before it, as many as asked for: the period of every "today", "7 d" and "30 d". It has no end
 * before the next days: stored rows may be ahead of `now`, and a cycle that is in one of these sums is then in all.
 */
export function lastDays(now: Instant, days: number): Period {
  const today = startOf(now, DAY_MS);
  return { from: instantOf(today - (days - 1) * DAY_MS), to: instantOf(today + 2 * DAY_MS) };
}

function bounded(ms: number): Instant {
  return instantOf(Math.min(Math.max(ms, EARLIEST), LATEST));
}

/** The requested period; by default from `first` to `now`. */
export function readPeriod(
  query: { readonly dateFrom?: string | undefined; readonly dateTo?: string | undefined },
  usual: { readonly first: Instant; readonly now: Instant },
): Period {
  const to = query.dateTo === undefined ? usual.now : readTo(query.dateTo);
  const from = query.dateFrom === undefined ? instantOf(Math.min(usual.first, to)) : readFrom(query.dateFrom);
  if (from > to) throw new ProblemError('PERIOD_REVERSED');
  return { from, to };
}
