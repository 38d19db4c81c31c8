import PQueue from 'p-queue';
import type { WebSocket } from 'ws';
import type { FollowedTopic, LiveMessage } from '#contract/live.ts';
import type { Services } from '../services.ts';
import { CLOSE } from './close-codes.ts';
import { gatherChanges } from './live-changes.ts';
import { newsOf } from './news.ts';
import { paced } from './paced.ts';
import { openTab, type Tab } from './tab.ts';
import { liveBoard } from './topics/live-board.ts';

/** A socket's place among those of its owner. */
export interface LiveSession {
  /** Each of these topics begins with a fresh snapshot. */
  follow(topics: readonly FollowedTopic[]): void;
  leave(topics: readonly FollowedTopic[]): void;
  end(): void;
}

/** The live channels of all owners. */
export interface LiveFeeds {
  /** Sends snapshots of these topics to the socket, then every change of them, numbered, about once a second. */
  join(ownerId: string, socket: WebSocket, topics: readonly FollowedTopic[]): LiveSession;
}

/** All tabs of an owner get the same messages, which are read and written once for all of them. */
export function liveFeeds(services: Services): LiveFeeds {
  const feeds = new Map<string, OwnerFeed>();
  return {
    join(ownerId, socket, topics) {
      const feed = feeds.get(ownerId) ?? ownerFeed(services, ownerId, () => feeds.delete(ownerId));
      feeds.set(ownerId, feed);
      return feed.join(socket, topics);
    },
  };
}

interface OwnerFeed {
  join(socket: WebSocket, topics: readonly FollowedTopic[]): LiveSession;
}

const NOTHING: ReadonlyMap<FollowedTopic, LiveMessage> = new Map();

/** @param ended - called when the last socket has left; the feed is not used again */
function ownerFeed(services: Services, ownerId: string, ended: () => void): OwnerFeed {
  const tabs = new Set<Tab>();
  const board = liveBoard(services, ownerId);
  /** One round after another, so that a tab gets every change after its snapshot and none twice. */
  const rounds = new PQueue({ concurrency: 1 });

  const followed = () => new Set([...tabs].flatMap((tab) => [...tab.topics]));
  const tellTabs = async (): Promise<void> => {
    const { bots, topics: changed } = changes.take();
    const patches = await board.update(followed(), bots);
    const news = newsOf({ patches, snapshot: board.snapshot, changed });
    for (const tab of tabs) tab.tell(news, services.now());
  };
  /** What is on the board is as new as what the other tabs show, so a snapshot of it needs no reading. */
  const tellNewcomers = async (): Promise<void> => {
    const newcomers = [...tabs].filter((tab) => tab.isDue());
    if (newcomers.length === 0) return; // A round meanwhile has told them.
    const wanted = newcomers.flatMap((tab) => [...tab.topics]);
    if (wanted.some((topic) => board.snapshot(topic) === null)) return tellTabs();
    const news = newsOf({ patches: NOTHING, snapshot: board.snapshot, changed: new Set() });
    for (const tab of newcomers) tab.tell(news, services.now());
  };
  const run = async (round: () => Promise<void>): Promise<void> => {
    try {
      if (tabs.size > 0) await rounds.add(round);
    } catch {
      board.clear(); // What had changed is lost with the round.
      for (const tab of tabs) tab.close(CLOSE.failed, 'INTERNAL_ERROR'); // The clients reconnect and get snapshots.
    }
  };
  const pace = paced(() => run(tellTabs));
  const changes = gatherChanges(services, ownerId, pace.ask);

  return {
    join(socket, topics) {
      const tab = openTab(socket);
      tabs.add(tab);
      const follow = (added: readonly FollowedTopic[]) => {
        tab.follow(added);
        void run(tellNewcomers);
      };
      follow(topics);
      return {
        follow,
        leave: tab.leave,
        end: () => {
          if (!tabs.delete(tab) || tabs.size > 0) return;
          changes.end();
          pace.end();
          ended();
        },
      };
    },
  };
}
