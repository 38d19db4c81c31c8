import { type Instant, MINUTE_MS } from '#base/time.ts';
import type { Stretch } from '#engine/model/history.ts';
import { FLAT_MINUTES_MAX } from '#engine/schedule/minute-holes.ts';
import type { MinuteSpan } from './store/span-set.ts';

/** Knowledge about the minutes of a contract that are not stored. */
export interface MarketFacts {
  /** Null: not known. */
  readonly listedAt: Instant | null;
  /** Minutes that the exchange was asked for and does not have, oldest first. */
  readonly absent: readonly MinuteSpan[];
}

/**
 * The minutes that the market may have had and that a history does not hold: those before its first minute, back to the listing, and
 * its frozen ones, unless the exchange has confirmed that they do not exist. Up to five in a row count as stored.
 * @param history - its start, and its holes of more than five minutes by minute index, ascending
 */
export function unstoredMinutes(
  { start, frozen }: { readonly start: Instant; readonly frozen: readonly Stretch[] },
  { listedAt, absent }: MarketFacts,
): readonly Stretch[] {
  const indexAt = (time: Instant) => Math.floor((time - start) / MINUTE_MS);
  const listed = listedAt === null ? Number.NEGATIVE_INFINITY : indexAt(listedAt);
  const [first, ...rest] = frozen;
  const isAtStart = first?.from === 0;
  const holes = [{ from: listed, to: isAtStart ? first.to : 0 }, ...(isAtStart ? rest : frozen)];
  const known = absent.map(({ from, to }) => ({ from: indexAt(from), to: indexAt(to) }));
  return holes
    .map(({ from, to }) => ({ from: Math.max(from, listed), to }))
    .flatMap((hole) => without(hole, known))
    .filter(({ from, to }) => to - from > FLAT_MINUTES_MAX);
}

/** The parts of a stretch that lie in none of these. */
function without(stretch: Stretch, others: readonly Stretch[]): readonly Stretch[] {
  const parts: Stretch[] = [];
  let { from } = stretch;
  for (const other of others) {
    if (other.to <= from || other.from >= stretch.to) continue;
    if (other.from > from) parts.push({ from, to: other.from });
    from = other.to;
  }
  return from < stretch.to ? [...parts, { from, to: stretch.to }] : parts;
}
