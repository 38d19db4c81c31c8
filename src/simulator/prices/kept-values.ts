import { LRUCache } from 'lru-cache';

/** Values by number, computed on demand. */
export interface KeptValues<Value> {
  at(key: number): Value;
}

/** Caches at most `kept` of the most recently used values and recomputes the others. */
export function keptValues<Value>(kept: number, make: (key: number) => Value): KeptValues<Value> {
  const made = new LRUCache<number, { readonly value: Value }>({ max: kept }); // Wrapped, because a value may be null.
  return {
    at(key) {
      const known = made.get(key);
      if (known !== undefined) return known.value;
      const value = make(key);
      made.set(key, { value });
      return value;
    },
  };
}
