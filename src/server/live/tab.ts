import type { WebSocket } from 'ws';
import { type Instant, SECOND_MS } from '#base/time.ts';
import type { FollowedTopic } from '#contract/live.ts';
import { CLOSE } from './close-codes.ts';
import type { News } from './news.ts';

/** A tab with this much unread data is told nothing more until it has read it. */
export const UNREAD_MAX_BYTES = 262_144;
/** A tab that stays behind for this long is closed; wall time. */
const BEHIND_MAX_MS = 30 * SECOND_MS;

/** One socket among those of its user: what it follows, and what it has not been told yet. */
export interface Tab {
  readonly topics: ReadonlySet<FollowedTopic>;
  /** Whether a topic that it follows has to begin with a snapshot. */
  isDue(): boolean;
  /** Each of these topics begins with a snapshot, also one that is already followed. */
  follow(topics: Iterable<FollowedTopic>): void;
  leave(topics: Iterable<FollowedTopic>): void;
  /**
   * Sends what the tab follows of the news. A tab that does not read misses them: it gets the newest state of everything
   * that it follows when it has caught up, or is closed.
   */
  tell(news: News, now: Instant): void;
  close(code: number, reason: string): void;
}

type Line = Pick<WebSocket, 'readyState' | 'OPEN' | 'bufferedAmount' | 'send' | 'close'>;

/** A tab that follows nothing yet. */
export function openTab(socket: Line): Tab {
  const [topics, due] = [new Set<FollowedTopic>(), new Set<FollowedTopic>()];
  /** Since when it has had too much unread data; null while it keeps up. */
  let behindSince: Instant | null = null;
  /** The topics that it was not told of meanwhile are unknown, so it fetches every list again. */
  let hasMissed = false;

  const fallBehind = (now: Instant): void => {
    behindSince ??= now;
    hasMissed = true;
    for (const topic of topics) due.add(topic);
    if (now - behindSince > BEHIND_MAX_MS) socket.close(CLOSE.tooSlow, 'TOO_SLOW');
  };
  /** A topic that was followed after the news were read has to wait for the next ones. */
  const partOf = (topic: FollowedTopic, news: News): string | null => {
    if (!due.has(topic)) return news.patch(topic);
    const snapshot = news.snapshot(topic);
    if (snapshot !== null) due.delete(topic);
    return snapshot;
  };
  return {
    topics,
    isDue: () => due.size > 0,
    follow(added) {
      for (const topic of added) {
        topics.add(topic);
        due.add(topic);
      }
    },
    leave(dropped) {
      for (const topic of dropped) {
        topics.delete(topic);
        due.delete(topic);
      }
    },
    tell(news, now) {
      if (socket.readyState !== socket.OPEN) return;
      if (socket.bufferedAmount > UNREAD_MAX_BYTES) return fallBehind(now);
      behindSince = null;
      const parts = [...topics].flatMap((topic) => partOf(topic, news) ?? []);
      const changed = hasMissed ? news.everyList() : news.changedLists();
      hasMissed = false;
      const frame = news.frame(changed === null ? parts : [...parts, changed]);
      if (frame !== null) socket.send(frame, { binary: false });
    },
    close: (code, reason) => socket.close(code, reason),
  };
}
