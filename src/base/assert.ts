/** An internal error: the program is wrong and must stop. Nobody catches this. */
export class BrokenBelief extends Error {
  constructor(belief: string) {
    super(`Internal error: expected that ${belief}`);
  }
}

/**
 * Stops the program when a condition that must hold does not. Nobody catches this.
 * @param belief - the condition as a clause: "the order is working"
 */
export function assert(condition: boolean, belief: string): asserts condition {
  if (!condition) throw new BrokenBelief(belief);
}

/** Whether an error is one of the program itself, not an outside failure. */
export function isBroken(error: unknown): boolean {
  return [BrokenBelief, TypeError, RangeError, ReferenceError].some((kind) => error instanceof kind);
}

/** The end of an exhaustive switch: a new member of the union does not compile until it is handled. */
export function unreachable(value: never): never {
  throw new BrokenBelief(`the value ${JSON.stringify(value)} is handled`);
}

/** The element at `index`, which the caller knows to exist. */
export function at<T>(list: ArrayLike<T>, index: number): T {
  // The message is built only when needed: lists are read in the hottest loops.
  if (!(index >= 0 && index < list.length)) assert(false, `index ${index} lies inside a list of ${list.length}`);
  return list[index] as T; // The bound was just checked; the element type itself may include undefined.
}
