import { type Instant, later, MINUTE_MS } from '#base/time.ts';
import type { CandleColumns } from '../model/candle.ts';
import type { Stretch } from '../model/history.ts';

/** The minutes of a symbol that are measured. */
export interface MovedPast {
  readonly columns: CandleColumns;
  /** More than five minutes in a row without a market: flat at the last close. */
  readonly frozen: readonly Stretch[];
}

/** The minutes from one instant to another, as far as they are there; null when none is. */
export function partOfPast({ columns, frozen }: MovedPast, from: Instant, to: Instant): MovedPast | null {
  const first = Math.max(0, (from - columns.start) / MINUTE_MS);
  const end = Math.min(columns.close.length, (to - columns.start) / MINUTE_MS);
  if (first >= end) return null;
  const part = (column: Int32Array): Int32Array => column.subarray(first, end);
  return {
    columns: {
      start: later(columns.start, first * MINUTE_MS),
      ...{ open: part(columns.open), high: part(columns.high), low: part(columns.low) },
      ...{ close: part(columns.close), volume: part(columns.volume) },
    },
    frozen: frozen
      .map((stretch) => ({ from: Math.max(stretch.from, first) - first, to: Math.min(stretch.to, end) - first }))
      .filter((stretch) => stretch.from < stretch.to),
  };
}

/** 1 for each minute that has a market. */
export function knownMinutes({ columns, frozen }: MovedPast): Uint8Array {
  const known = new Uint8Array(columns.close.length).fill(1);
  for (const { from, to } of frozen) known.fill(0, from, to);
  return known;
}
