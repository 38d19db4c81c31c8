import { LRUCache } from 'lru-cache';
import { type Instant, MINUTE_MS } from '#base/time.ts';
import { IDEMPOTENCY_KEYS_MAX } from '#contract/limits.ts';

const OWNERS_MAX = 10_000;
/** How often the stored keys of an owner without room are counted again: old ones are forgotten every hour. */
const RECOUNT_MS = MINUTE_MS;

/** How many more idempotency keys may be stored of each owner. */
export interface KeyRoom {
  /** Whether there was room for one more, which is now taken. */
  take(ownerId: string): Promise<boolean>;
}

interface Used {
  /** Stored keys, and those that commands under way may store. */
  keys: number;
  readonly countedAt: Instant;
}

/**
 * @param count - the stored keys of an owner
 * @param now - wall time
 */
export function keyRoom(count: (ownerId: string) => Promise<number>, now: () => Instant): KeyRoom {
  const known = new LRUCache<string, Used>({ max: OWNERS_MAX });
  const goodFor = (ownerId: string): Used | undefined => {
    const used = known.get(ownerId);
    if (used === undefined) return undefined;
    return used.keys < IDEMPOTENCY_KEYS_MAX || now() - used.countedAt < RECOUNT_MS ? used : undefined;
  };
  return {
    async take(ownerId) {
      if (goodFor(ownerId) === undefined) {
        const counted = { keys: await count(ownerId), countedAt: now() };
        if (goodFor(ownerId) === undefined) known.set(ownerId, counted); // Others may have counted meanwhile, and taken.
      }
      const used = goodFor(ownerId);
      if (used === undefined || used.keys >= IDEMPOTENCY_KEYS_MAX) return false;
      used.keys += 1;
      return true;
    },
  };
}
