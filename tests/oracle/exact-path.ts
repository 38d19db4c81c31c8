/**
 * Counts how often the engine leaves float64: an exact quotient is made of BigInts, so a call of `BigInt` inside the
 * engine is the slow, exact way. Nothing of the engine is replaced; only the built-in is watched while it is asked.
 */
export function watchExactPath() {
  const plain = globalThis.BigInt;
  let [isWatching, wasExact] = [false, false];
  globalThis.BigInt = new Proxy(plain, {
    apply(target, self, words: [bigint]) {
      if (isWatching) wasExact = true;
      return Reflect.apply(target, self, words) as bigint;
    },
  });
  return {
    /** What the engine answers, and whether it took the exact way. */
    ask<T>(engine: () => T): { readonly answer: T; readonly wasExact: boolean } {
      [isWatching, wasExact] = [true, false];
      try {
        const answer = engine();
        return { answer, wasExact };
      } finally {
        isWatching = false;
      }
    },
    restore(): void {
      globalThis.BigInt = plain;
    },
  };
}
