import { LRUCache } from 'lru-cache';

/** Answers in memory; a page of 1,000 candles takes some 20 KB as it is sent. */
const ANSWERS_MAX = 100;
/** How long an answer is given again. What is shown between two answers moves by the live channel. */
const KEPT_MS = 500;

/** Answers that are the same for every user. */
export interface SharedAnswers {
  /** The outcome of `work`, or of the work under way or done half a second ago under this name. A failure is neither kept nor shared. */
  of<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** @param clock - counts milliseconds */
export function sharedAnswers(clock: { now(): number } = performance): SharedAnswers {
  const kept = new LRUCache<string, { readonly value: Promise<unknown> }>({
    max: ANSWERS_MAX,
    ttl: KEPT_MS,
    ttlResolution: 0,
    perf: clock,
  });
  return {
    of<T>(name: string, work: () => Promise<T>): Promise<T> {
      const known = kept.get(name);
      // The name stands for one kind of answer. A failure is that of the user who asked first: the others ask themselves.
      if (known !== undefined) return (known.value as Promise<T>).catch(work);
      const entry = { value: work() };
      kept.set(name, entry);
      entry.value.catch(() => {
        if (kept.peek(name) === entry) kept.delete(name);
      });
      return entry.value;
    },
  };
}
