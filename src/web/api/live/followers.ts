import type { FollowedTopic } from '#contract/live.ts';

/** A topic that nobody reads is left after this long: the next page often reads it again. */
const LEAVE_AFTER_MS = 5_000;

/** Who hears that a topic is wanted, or no longer. */
export interface TopicListener {
  follow(topic: FollowedTopic): void;
  leave(topic: FollowedTopic): void;
}

/** Counts the readers of each topic of this tab. The status is always followed. */
export class Followers {
  readonly #counts = new Map<FollowedTopic, number>();
  readonly #wanted = new Set<FollowedTopic>(['status']);
  readonly #left: (topic: FollowedTopic) => void;
  #listener: TopicListener | null = null;

  /** @param left - called when a topic is followed no more */
  constructor(left: (topic: FollowedTopic) => void) {
    this.#left = left;
  }

  /** The topics to follow now. */
  get topics(): readonly FollowedTopic[] {
    return [...this.#wanted];
  }

  /** The connection, while there is one. */
  listen(listener: TopicListener | null): void {
    this.#listener = listener;
  }

  /** One reader more. @returns how it leaves */
  join(topic: FollowedTopic): () => void {
    this.#counts.set(topic, this.#countOf(topic) + 1);
    if (!this.#wanted.has(topic)) {
      this.#wanted.add(topic);
      this.#listener?.follow(topic);
    }
    return () => {
      this.#counts.set(topic, this.#countOf(topic) - 1);
      if (this.#countOf(topic) === 0 && topic !== 'status') setTimeout(() => this.#drop(topic), LEAVE_AFTER_MS);
    };
  }

  #countOf(topic: FollowedTopic): number {
    return this.#counts.get(topic) ?? 0;
  }

  #drop(topic: FollowedTopic): void {
    if (this.#countOf(topic) > 0 || !this.#wanted.delete(topic)) return;
    this.#listener?.leave(topic);
    this.#left(topic);
  }
}
