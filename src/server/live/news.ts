import { type FollowedTopic, type LiveMessage, type LiveTopic, liveTopic } from '#contract/live.ts';
import { toWire } from '../http/wire.ts';

/** What one round tells the tabs of a user. Each message, and each frame of the same messages, is written once for all. */
export interface News {
  /** A message in its wire form; null when there is nothing to tell. */
  snapshot(topic: FollowedTopic): string | null;
  patch(topic: FollowedTopic): string | null;
  changedLists(): string | null;
  /** For a tab that has missed such messages. */
  everyList(): string;
  /** One frame of these messages; null without any. */
  frame(messages: readonly string[]): Buffer | null;
}

export interface NewsParts {
  readonly patches: ReadonlyMap<FollowedTopic, LiveMessage>;
  /** All of a topic, with the number that its patch has; null when nobody followed it. */
  snapshot(topic: FollowedTopic): LiveMessage | null;
  readonly changed: ReadonlySet<LiveTopic>;
}

export function newsOf({ patches, snapshot, changed }: NewsParts): News {
  const written = new Map<string, string | null>();
  const frames = new Map<string, Buffer>();
  const write = (key: string, read: () => LiveMessage | null): string | null => {
    const known = written.get(key);
    if (known !== undefined) return known;
    const message = read();
    const text = message === null ? null : JSON.stringify(toWire(message));
    written.set(key, text);
    return text;
  };
  const lists = (topics: Iterable<LiveTopic>): LiveMessage => ({ type: 'changed', topics: [...topics] });
  return {
    snapshot: (topic) => write(`snapshot ${topic}`, () => snapshot(topic)),
    patch: (topic) => write(`patch ${topic}`, () => patches.get(topic) ?? null),
    changedLists: () => write('changed', () => (changed.size === 0 ? null : lists(changed))),
    everyList: () => JSON.stringify(toWire(lists(liveTopic.options))),
    frame(messages) {
      if (messages.length === 0) return null;
      const text = `[${messages.join(',')}]`;
      const frame = frames.get(text) ?? Buffer.from(text);
      frames.set(text, frame);
      return frame;
    },
  };
}
