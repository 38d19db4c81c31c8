import type { LiveTopic } from '#contract/live.ts';

/** The owner is null when all users are concerned. */
type Listener = (ownerId: string | null, topic: LiveTopic) => void;

/** Announces rows changed by requests to the live channel; the engine announces its own changes. */
export interface Touches {
  tell(ownerId: string, topic: LiveTopic): void;
  /** Announces a topic to all users. */
  tellAll(topic: LiveTopic): void;
  /** Returns a function to unsubscribe. */
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
