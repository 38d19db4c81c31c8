/** Counts what is present, by key. */
export interface Tally {
  /** Counts one more under a key; the function it returns takes it away again, once however often it is called. */
  enter(key: string): () => void;
  of(key: string): number;
  total(): number;
}

export function tally(): Tally {
  const counts = new Map<string, number>();
  let total = 0;
  const add = (key: string, by: 1 | -1): void => {
    const count = (counts.get(key) ?? 0) + by;
    if (count === 0) counts.delete(key);
    else counts.set(key, count);
    total += by;
  };
  return {
    enter(key) {
      let isIn = true;
      add(key, 1);
      return () => {
        if (isIn) add(key, -1);
        isIn = false;
      };
    },
    of: (key) => counts.get(key) ?? 0,
    total: () => total,
  };
}
