/** Runs the works of one user one after another, and those of different users beside each other. */
export type OneAtATime = <T>(userId: string, work: () => Promise<T>) => Promise<T>;

/** Keeps nothing of a user without work. How much waits is bounded by the requests that a user may have under way. */
export function oneAtATime(): OneAtATime {
  const lines = new Map<string, Promise<unknown>>();
  return async (userId, work) => {
    const before = lines.get(userId);
    const turn = afterAny(before, work);
    lines.set(userId, turn);
    try {
      return await turn;
    } finally {
      if (lines.get(userId) === turn) lines.delete(userId);
    }
  };
}

/** Whatever becomes of the work before: whoever asked for it is told. */
async function afterAny<T>(before: Promise<unknown> | undefined, work: () => Promise<T>): Promise<T> {
  await before?.catch(() => {});
  return work();
}
