import { type Instant, instantOf } from '#base/time.ts';

/** A stretch of minutes by their opens, `to` excluded. */
export interface MinuteSpan {
  readonly from: Instant;
  readonly to: Instant;
}

/** A set of minutes as merged spans. */
export interface SpanSet {
  add(span: MinuteSpan): void;
  remove(span: MinuteSpan): void;
  has(minute: Instant): boolean;
  /** The end of the unbroken run that contains this minute; the minute itself when it is not in the set. */
  runEnd(minute: Instant): Instant;
  /** The parts of a span that are not in the set, oldest first. */
  missing(span: MinuteSpan): readonly MinuteSpan[];
  /** Oldest first, not adjacent, none empty. */
  list(): readonly MinuteSpan[];
}

/** @param spans - in any order, overlapping or not */
export function spanSet(spans: readonly MinuteSpan[] = []): SpanSet {
  const found: MinuteSpan[] = [];
  /** The first span that ends at or after an instant. */
  const indexAt = (time: Instant): number => {
    let [low, high] = [0, found.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((found[middle]?.to ?? time) >= time) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  const runAt = (minute: Instant): MinuteSpan | undefined => {
    const index = indexAt(instantOf(minute + 1)); // A span that ends at the minute does not contain it.
    const span = found[index];
    return span !== undefined && span.from <= minute ? span : undefined;
  };
  const add = ({ from, to }: MinuteSpan): void => {
    if (from >= to) return;
    const first = indexAt(from);
    let [end, begin, close] = [first, from, to];
    for (let span = found[end]; span !== undefined && span.from <= to; span = found[end]) {
      begin = instantOf(Math.min(begin, span.from));
      close = instantOf(Math.max(close, span.to));
      end += 1;
    }
    found.splice(first, end - first, { from: begin, to: close });
  };
  for (const span of spans) add(span);
  return {
    add,
    remove({ from, to }) {
      const kept = found.flatMap((span) => [
        { from: span.from, to: instantOf(Math.min(span.to, from)) },
        { from: instantOf(Math.max(span.from, to)), to: span.to },
      ]);
      if (from < to) found.splice(0, found.length, ...kept.filter((span) => span.from < span.to));
    },
    has: (minute) => runAt(minute) !== undefined,
    runEnd: (minute) => runAt(minute)?.to ?? minute,
    missing({ from, to }) {
      const holes: MinuteSpan[] = [];
      let begin = from;
      for (let index = indexAt(from); begin < to; index += 1) {
        const span = found[index];
        const end = span === undefined ? to : instantOf(Math.min(span.from, to));
        if (begin < end) holes.push({ from: begin, to: end });
        if (span === undefined) break;
        begin = instantOf(Math.max(begin, span.to));
      }
      return holes;
    },
    list: () => found,
  };
}
