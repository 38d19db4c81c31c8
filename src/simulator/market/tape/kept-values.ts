/** Values by number that are made when they are asked for. */
export interface KeptValues<Value> {
  at(key: number): Value;
}

/** Keeps the values that were asked for last, at most `kept`, and makes the others again. */
export function keptValues<Value>(kept: number, make: (key: number) => Value): KeptValues<Value> {
  const made = new Map<number, Value>();
  return {
    at(key) {
      const ready = made.get(key);
      const value = ready === undefined && !made.has(key) ? make(key) : (ready as Value); // What the map has is a value.
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
