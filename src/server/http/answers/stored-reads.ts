import { LRUCache } from 'lru-cache';
import type { RuntimeMirror } from '#ports/runtime.ts';
import type { Touches } from '../../live/touches.ts';
import { roughBytes } from './rough-bytes.ts';

/** Memory for everything that is kept. */
const BYTES_MAX = 32 * 1_048_576;

/** What was read of an owner's stored rows, until one of them changes. */
export interface StoredReads {
  /**
   * The outcome of `work`, which may depend on nothing but the owner's stored rows and `name`. Requests at the same time
   * share one reading; a failure is not kept.
   */
  of<T>(ownerId: string, name: string, work: () => Promise<T>): Promise<T>;
  /**
   * The outcome of `work`, which may depend on more than stored rows: requests at the same time share it, unless rows of the
   * owner have changed between them. It is not kept.
   */
  together<T>(ownerId: string, name: string, work: () => Promise<T>): Promise<T>;
  /** Rows of the owner have changed, or may have. */
  forget(ownerId: string): void;
}

/** One reading that is kept. */
interface Kept {
  readonly ownerId: string;
  readonly value: unknown;
}

/**
 * Rows change by requests, which forget or tell themselves, and by the engine, which announces what it has stored.
 * @param bytesMax - of everything that is kept together, as `roughBytes` counts
 */
export function storedReads({
  runtime,
  touches,
  bytesMax = BYTES_MAX,
}: {
  readonly runtime: Pick<RuntimeMirror, 'onChange'>;
  readonly touches: Pick<Touches, 'subscribe'>;
  readonly bytesMax?: number;
}): StoredReads {
  /** The keys of what is kept of each owner. */
  const keysOf = new Map<string, Set<string>>();
  const kept = new LRUCache<string, Kept>({
    maxSize: bytesMax,
    sizeCalculation: ({ value }, key) => key.length + roughBytes(value),
    dispose: ({ ownerId }, key) => {
      const keys = keysOf.get(ownerId);
      keys?.delete(key);
      if (keys?.size === 0) keysOf.delete(ownerId);
    },
  });
  const underWay = new Map<string, Promise<unknown>>();
  /** How often the rows of an owner have changed: a reading that began before a change is never found after it. */
  const versions = new Map<string, number>();
  const forget = (ownerId: string): void => {
    versions.set(ownerId, (versions.get(ownerId) ?? 0) + 1);
    // They would never be found again, and would push out what would be.
    for (const key of keysOf.get(ownerId) ?? []) kept.delete(key);
  };
  runtime.onChange(({ touched }) => {
    for (const { ownerId } of touched) forget(ownerId);
  });
  touches.subscribe((ownerId) => {
    if (ownerId !== null) forget(ownerId);
  });
  const keyOf = (ownerId: string, name: string): string => JSON.stringify([ownerId, versions.get(ownerId) ?? 0, name]);
  const keep = (ownerId: string, key: string, value: unknown): void => {
    kept.set(key, { ownerId, value });
    if (!kept.has(key)) return; // It alone is larger than the bound.
    const keys = keysOf.get(ownerId) ?? new Set();
    keysOf.set(ownerId, keys.add(key));
  };
  const shared = async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const reading = (underWay.get(key) as Promise<T> | undefined) ?? work(); // The name stands for one kind of reading.
    underWay.set(key, reading);
    try {
      return await reading;
    } finally {
      underWay.delete(key);
    }
  };
  return {
    forget,
    together: (ownerId, name, work) => shared(keyOf(ownerId, name), work),
    async of<T>(ownerId: string, name: string, work: () => Promise<T>): Promise<T> {
      const key = keyOf(ownerId, name);
      const known = kept.get(key);
      if (known !== undefined) return known.value as T; // As above.
      const value = await shared(key, work);
      if (keyOf(ownerId, name) === key) keep(ownerId, key, value);
      return value;
    },
  };
}
