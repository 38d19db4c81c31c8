import PQueue from 'p-queue';
import type { WebSocket } from 'ws';
import type { LiveMessage } from '#contract/live.ts';
import { toWire } from '../http/wire.ts';
import type { Services } from '../services.ts';
import { CLOSE } from './close-codes.ts';
import { gatherChanges } from './live-changes.ts';
import { currentFunds, currentPrices, type LiveFigures, liveBots, presentPrices, readFigures } from './live-content.ts';
import { paced } from './paced.ts';

/** A client with this much unread data is too slow: it starts over with a snapshot. */
const BUFFER_MAX_BYTES = 1_048_576;
/** The status strip and the totals are read from the database at most once a second. */
const FIGURES_MAX_AGE_MS = 1_000;

/** A socket's place among those of its owner. */
export interface LiveSession {
  end(): void;
}

/** The live channels of all owners. */
export interface LiveFeeds {
  /** Sends a snapshot to the socket, then every change of this owner, numbered, at most five a second. */
  join(ownerId: string, socket: WebSocket): Promise<LiveSession>;
}

/** All tabs of an owner get the same messages, which are read and written once for all of them. */
export function liveFeeds(services: Services): LiveFeeds {
  const feeds = new Map<string, OwnerFeed>();
  return {
    async join(ownerId, socket) {
      const feed = feeds.get(ownerId) ?? ownerFeed(services, ownerId, () => feeds.delete(ownerId));
      feeds.set(ownerId, feed);
      return feed.join(socket);
    },
  };
}

interface OwnerFeed {
  join(socket: WebSocket): Promise<LiveSession>;
}

/** @param ended - called when the last socket has left; the feed is not used again */
function ownerFeed(services: Services, ownerId: string, ended: () => void): OwnerFeed {
  const members = new Set<WebSocket>();
  let [joining, isEnded] = [0, false];
  let read: { readonly figures: LiveFigures; readonly at: number } | null = null;
  let seq = 1;
  /** One message after another, so that a socket gets every change after its snapshot and none twice. */
  const messages = new PQueue({ concurrency: 1 });

  const readNow = async (): Promise<LiveFigures> => {
    const at = services.now();
    read = { figures: await readFigures(services, ownerId), at };
    return read.figures;
  };
  const tellChange = async (): Promise<void> => {
    const recent = read !== null && services.now() - read.at < FIGURES_MAX_AGE_MS ? read.figures : null;
    const figures = recent ?? (await readNow());
    const { prices, bots, topics } = changes.take();
    seq += 1;
    send(members, {
      type: 'change',
      seq,
      ...(recent === null ? { status: figures.status } : {}),
      prices: presentPrices(services, prices),
      bots: await liveBots(services, [...bots.values()], figures.totals),
      funds: await currentFunds(services, [...bots.values()]),
      topics: [...topics],
    });
  };
  const tellSnapshot = async (socket: WebSocket): Promise<void> => {
    const figures = await readNow();
    send([socket], {
      type: 'snapshot',
      seq,
      status: figures.status,
      prices: presentPrices(services, currentPrices(services)),
      bots: await liveBots(services, figures.addresses, figures.totals),
      funds: await currentFunds(services, figures.addresses),
    });
    members.add(socket);
  };

  const pace = paced(async () => {
    try {
      if (members.size > 0) await messages.add(tellChange);
    } catch {
      for (const socket of members) socket.close(CLOSE.failed, 'INTERNAL_ERROR'); // The clients reconnect and get a snapshot.
    }
  });
  const changes = gatherChanges(services, ownerId, pace.ask);
  const leave = (socket: WebSocket): void => {
    members.delete(socket);
    if (members.size > 0 || joining > 0 || isEnded) return;
    isEnded = true;
    changes.end();
    pace.end();
    ended();
  };
  return {
    async join(socket) {
      joining += 1;
      try {
        await messages.add(() => tellSnapshot(socket));
      } finally {
        joining -= 1;
        if (!members.has(socket)) leave(socket);
      }
      return { end: () => leave(socket) };
    },
  };
}

function send(sockets: Iterable<WebSocket>, message: LiveMessage): void {
  const text = JSON.stringify(toWire(message));
  for (const socket of sockets) {
    if (socket.readyState !== socket.OPEN) continue;
    if (socket.bufferedAmount > BUFFER_MAX_BYTES) socket.close(CLOSE.tooSlow, 'TOO_SLOW');
    else socket.send(text);
  }
}
