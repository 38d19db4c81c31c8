import { type Instant, instantOf } from '#base/time.ts';

/** A period of market time: `from` included, `to` excluded, UTC milliseconds. */
export interface Period {
  readonly from: Instant;
  readonly to: Instant;
}

/** The whole days, or hours, of a period, and what is left of it at both ends; `whole` is empty where it has none. */
export function cutPeriod(
  period: Period,
  lengthMs: number,
): { readonly whole: Period; readonly rest: readonly Period[] } {
  const from = instantOf(Math.ceil(period.from / lengthMs) * lengthMs);
  const to = instantOf(Math.floor(period.to / lengthMs) * lengthMs);
  if (to <= from) return { whole: { from, to: from }, rest: isEmpty(period) ? [] : [period] };
  return { whole: { from, to }, rest: endsOf(period, { from, to }) };
}

/** The whole UTC months of a period, and what is left of it at both ends; `whole` is empty where it has none. */
export function cutMonths(period: Period): { readonly whole: Period; readonly rest: readonly Period[] } {
  const [from, to] = [monthFrom(period.from), monthBegin(period.to)];
  if (to <= from) return { whole: { from, to: from }, rest: isEmpty(period) ? [] : [period] };
  return { whole: { from, to }, rest: endsOf(period, { from, to }) };
}

/** The UTC month that a time is in, by when it began. */
export function monthBegin(time: Instant): Instant {
  const date = new Date(time);
  return instantOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1));
}

/** The first month that begins at the time or after it. */
function monthFrom(time: Instant): Instant {
  const begin = monthBegin(time);
  const date = new Date(begin);
  return begin === time ? time : instantOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1));
}

/** What a period has before and after its whole part. */
function endsOf(period: Period, whole: Period): readonly Period[] {
  const ends = [
    { from: period.from, to: whole.from },
    { from: whole.to, to: period.to },
  ];
  return ends.filter((end) => !isEmpty(end));
}

function isEmpty({ from, to }: Period): boolean {
  return to <= from;
}
