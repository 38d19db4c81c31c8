/** Answers kept so that a repeat which overtakes the database still finds the first one. */
const ANSWERS_MAX = 10_000;

/**
 * Gives repeats of a command the answer of the first. A sender who heard nothing asks the database whether his key had
 * its effect; until that effect is committed, only this memory knows.
 */
export function sameAnswer(): <T>(key: string | null, work: () => Promise<T>) => Promise<T> {
  const answers = new Map<string, Promise<unknown>>();
  return <T>(key: string | null, work: () => Promise<T>): Promise<T> => {
    if (key === null) return work();
    const known = answers.get(key);
    if (known !== undefined) return known as Promise<T>; // The key names call and body too, and so the type.
    const answer = work();
    answers.set(key, answer);
    answer.catch(() => answers.delete(key)); // What failed outside had no effect and may be tried again.
    for (const oldest of answers.keys()) {
      if (answers.size <= ANSWERS_MAX) break;
      answers.delete(oldest);
    }
    return answer;
  };
}
