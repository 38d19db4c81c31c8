import { LRUCache } from 'lru-cache';
import type { RuntimeMirror } from '#ports/runtime.ts';
import type { Touches } from '../../live/touches.ts';

/** Rows in memory, of all answers together: some twenty megabytes. */
const ROWS_MAX = 20_000;
/** What an answer counts that is no list of rows. */
const ROWS_USUAL = 20;

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

/** Rows change by requests, which forget or tell themselves, and by the engine, which announces what it has stored. */
export function storedReads({
  runtime,
  touches,
}: {
  readonly runtime: Pick<RuntimeMirror, 'onChange'>;
  readonly touches: Pick<Touches, 'subscribe'>;
}): StoredReads {
  const kept = new LRUCache<string, { readonly value: unknown }>({ maxSize: ROWS_MAX });
  const underWay = new Map<string, Promise<unknown>>();
  /** How often the rows of an owner have changed: a reading that began before a change is never found after it. */
  const versions = new Map<string, number>();
  const forget = (ownerId: string): void => void versions.set(ownerId, (versions.get(ownerId) ?? 0) + 1);
  runtime.onChange(({ touched }) => {
    for (const { ownerId } of touched) forget(ownerId);
  });
  touches.subscribe((ownerId) => {
    if (ownerId !== null) forget(ownerId);
  });
  const keyOf = (ownerId: string, name: string): string => JSON.stringify([ownerId, versions.get(ownerId) ?? 0, name]);
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
      kept.set(key, { value }, { size: rowsOf(value) });
      return value;
    },
  };
}

function rowsOf(value: unknown): number {
  const body = typeof value === 'object' && value !== null && 'body' in value ? value.body : null;
  const isList = typeof body === 'object' && body !== null && 'items' in body && Array.isArray(body.items);
  return isList ? Math.max(1, (body.items as readonly unknown[]).length) : ROWS_USUAL;
}
