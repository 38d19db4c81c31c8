/** At most this many points or bars are drawn. */
export const DRAWN_MAX = 1_500;

/**
 * Thins a curve to at most `max` points without losing an extreme: each bucket keeps its lowest and highest point.
 * @param points oldest first
 * @param value what a point shows; float64, for drawing only
 * @param max at least 4
 */
export function decimate<T>(points: readonly T[], value: (point: T) => number, max = DRAWN_MAX): readonly T[] {
  if (points.length <= max) return points;
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined) return points;
  const inner = points.slice(1, -1);
  const buckets = Math.floor((max - 2) / 2);
  const kept: T[] = [first];
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    const from = Math.floor((bucket * inner.length) / buckets);
    const to = Math.floor(((bucket + 1) * inner.length) / buckets);
    kept.push(...extremes(inner.slice(from, to), value));
  }
  kept.push(last);
  return kept;
}

function extremes<T>(bucket: readonly T[], value: (point: T) => number): readonly T[] {
  let low = 0;
  let high = 0;
  for (const [index, point] of bucket.entries()) {
    if (value(point) < value(bucket[low] ?? point)) low = index;
    if (value(point) > value(bucket[high] ?? point)) high = index;
  }
  const picked = low === high ? [low] : [Math.min(low, high), Math.max(low, high)];
  return picked.flatMap((index) => bucket.slice(index, index + 1));
}
