import type { LiveTopic } from '#contract/live.ts';

/** The owner is null where it concerns everybody. */
type Listener = (ownerId: string | null, topic: LiveTopic) => void;

/** Tells the live channel of rows that requests change; what the engine changes it tells itself. */
export interface Touches {
  tell(ownerId: string, topic: LiveTopic): void;
  /** Of what is common to all users. */
  tellAll(topic: LiveTopic): void;
  /** Returns the way out. */
  subscribe(listener: Listener): () => void;
}

export function touches(): Touches {
  const listeners = new Set<Listener>();
  const tell: Listener = (ownerId, topic) => {
    for (const listener of listeners) listener(ownerId, topic);
  };
  return {
    tell,
    tellAll: (topic) => tell(null, topic),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
