/** Values by number, computed on demand. */
export interface KeptValues<Value> {
  at(key: number): Value;
}

/** Caches at most `kept` of the most recently used values and recomputes the others. */
export function keptValues<Value>(kept: number, make: (key: number) => Value): KeptValues<Value> {
  const made = new Map<number, Value>();
  return {
    at(key) {
      const ready = made.get(key);
      const value = ready === undefined && !made.has(key) ? make(key) : (ready as Value); // The map has the key, so its entry is a value.
      made.delete(key);
      made.set(key, value);
      for (const oldest of made.keys()) {
        if (made.size <= kept) break;
        made.delete(oldest);
      }
      return value;
    },
  };
}
