import { LRUCache } from 'lru-cache';
import { ranTooLong } from '#storage/database/ran-too-long.ts';
import { storeTroubleOf } from '#storage/database/store-trouble-of.ts';

/** Owners whose last reading is kept. */
const OWNERS_MAX = 1_000;

/** Answers from memory while the database is away or too slow, for what a page must be able to show then: that it is away. */
export interface LastKnown {
  /** The outcome of `read`, or that of the owner's last reading under this name when the database is away or too slow. */
  of<T>(ownerId: string, name: string, read: () => Promise<T>): Promise<T>;
}

export function lastKnown(): LastKnown {
  const kept = new LRUCache<string, { readonly value: unknown }>({ max: OWNERS_MAX });
  return {
    async of<T>(ownerId: string, name: string, read: () => Promise<T>): Promise<T> {
      const key = JSON.stringify([ownerId, name]);
      try {
        const value = await read();
        kept.set(key, { value });
        return value;
      } catch (error) {
        const known = kept.get(key);
        if (known === undefined || (storeTroubleOf(error) === null && !ranTooLong(error))) throw error;
        return known.value as T; // The name stands for one kind of reading.
      }
    },
  };
}
