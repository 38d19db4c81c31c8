import type { LiveTopic } from '#contract/live.ts';

type Listener = (ownerId: string, topic: LiveTopic) => void;

/** Tells the live channel of rows that requests change; what the engine changes it tells itself. */
export interface Touches {
  tell: Listener;
  /** Returns the way out. */
  subscribe(listener: Listener): () => void;
}

export function touches(): Touches {
  const listeners = new Set<Listener>();
  return {
    tell: (ownerId, topic) => {
      for (const listener of listeners) listener(ownerId, topic);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
