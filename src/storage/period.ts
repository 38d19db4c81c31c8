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
  const ends = [
    { from: period.from, to: from },
    { from: to, to: period.to },
  ];
  return { whole: { from, to }, rest: ends.filter((end) => !isEmpty(end)) };
}

function isEmpty({ from, to }: Period): boolean {
  return to <= from;
}
