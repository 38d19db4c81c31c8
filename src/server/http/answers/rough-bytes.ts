/** Elements of a list that are looked at: those that follow count as much. */
const LOOKED_AT = 20;
const POINTER_BYTES = 8;
const HEAD_BYTES = 16;

/** About how much memory a value takes. Bytes count exactly; of long lists the first rows stand for the others. */
export function roughBytes(value: unknown): number {
  if (typeof value === 'string') return HEAD_BYTES + value.length;
  if (typeof value !== 'object' || value === null) return POINTER_BYTES;
  if (value instanceof Uint8Array) return HEAD_BYTES + value.byteLength;
  const parts = value instanceof Map || value instanceof Set || Array.isArray(value) ? value : Object.values(value);
  let [looked, bytes] = [0, 0];
  for (const part of parts) {
    bytes += POINTER_BYTES + roughBytes(part);
    looked += 1;
    if (looked === LOOKED_AT) break;
  }
  const count = parts instanceof Map || parts instanceof Set ? parts.size : parts.length;
  return HEAD_BYTES + (looked === 0 ? 0 : Math.ceil((bytes * count) / looked));
}
