/**
 * Detects when the engine leaves float64: exact quotients use BigInts, so a call of `BigInt` inside the engine means the
 * slow, exact path. No part of the engine is replaced; only the built-in is watched during a call.
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
    /** The result of the engine, and whether it took the exact path. */
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
