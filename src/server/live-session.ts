import type { WebSocket } from 'ws';
import { cashText } from '#base/decimal.ts';
import { sum } from '#base/exact.ts';
import { instantOf } from '#base/time.ts';
import type { LiveBot, LiveMessage, LiveTopic } from '#contract/live.ts';
import { priceText } from '#engine/model/instrument.ts';
import type { RuntimeChange } from '#runtime/runtime.ts';
import { listBots } from '#storage/bots.ts';
import { asUser } from '#storage/database.ts';
import { sumResults } from '#storage/results.ts';
import { marketNow } from './context.ts';
import { presentAtoms } from './present-bot.ts';
import { presentStatus, type StatusReply } from './present-status.ts';
import type { Services } from './services.ts';
import { timeText } from './text.ts';
import { toWire } from './wire.ts';

/** Close codes of the live channel; the reason carries a code of the API. */
export const CLOSE = {
  failed: 1011,
  messageUnknown: 4400,
  tokenRefused: 4401,
  originForeign: 4403,
  helloMissing: 4408,
  tooSlow: 4413,
  tooMany: 4429,
} as const;

/** A client that has this much unread is too slow: it starts again with a snapshot. */
const BUFFER_MAX_BYTES = 1_048_576;
/** The status strip and the totals come from the database, at most once a second. */
const STATUS_EVERY_MS = 1_000;

export interface LiveSession {
  end(): void;
}

interface Place {
  readonly portfolioId: string;
  readonly botId: string;
}

/** What has changed since the last message. */
interface Pending {
  readonly bots: Map<string, Place>;
  readonly topics: Set<LiveTopic>;
  prices: RuntimeChange['prices'];
}

const nothing = (): Pending => ({ bots: new Map(), topics: new Set(), prices: [] });

/** Sends a snapshot, then every change of this owner, numbered. Ends by itself with the socket. */
export async function openSession(options: {
  socket: WebSocket;
  services: Services;
  ownerId: string;
}): Promise<LiveSession> {
  const { socket, services, ownerId } = options;
  let [pending, seq, isSending] = [nothing(), 0, false];
  let figures = { totals: new Map<string, string>(), readAt: 0 };

  const send = (message: LiveMessage): void => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > BUFFER_MAX_BYTES) return socket.close(CLOSE.tooSlow, 'TOO_SLOW');
    socket.send(JSON.stringify(toWire(message)));
  };

  const refresh = async (): Promise<StatusReply | null> => {
    const now = services.now();
    if (now - figures.readAt < STATUS_EVERY_MS) return null;
    const read = await readFigures(services, ownerId);
    figures = { totals: read.totals, readAt: now };
    return read.status;
  };

  /** One message at a time; what changes while it is made goes into the next one. */
  const flush = async (): Promise<void> => {
    if (isSending || seq === 0) return;
    isSending = true;
    try {
      const status = await refresh();
      const changed = pending;
      pending = nothing();
      seq += 1;
      send({
        type: 'change',
        seq,
        ...(status === null ? {} : { status }),
        prices: presentPrices(services, changed.prices),
        bots: liveBots(services, [...changed.bots.values()], figures.totals),
        topics: [...changed.topics],
      });
    } catch {
      socket.close(CLOSE.failed, 'INTERNAL_ERROR'); // The client comes back for a snapshot.
    } finally {
      isSending = false;
    }
  };

  const unsubscribe = services.runtime.onChange((change) => {
    pending.prices = change.prices;
    for (const bot of change.bots) if (bot.ownerId === ownerId) pending.bots.set(bot.botId, bot);
    for (const touched of change.touched) {
      if (touched.ownerId === ownerId) for (const topic of touched.topics) pending.topics.add(topic);
    }
    void flush();
  });
  const untouch = services.touches.subscribe((touched, topic) => {
    if (touched === ownerId) pending.topics.add(topic); // Goes out with the next tick of the market.
  });
  const end = (): void => {
    unsubscribe();
    untouch();
  };

  try {
    const { places, status, totals } = await readFigures(services, ownerId);
    figures = { totals, readAt: services.now() };
    seq = 1;
    const prices = presentPrices(services, currentPrices(services));
    send({ type: 'snapshot', seq, status, prices, bots: liveBots(services, places, totals) });
  } catch (error) {
    end();
    throw error;
  }
  return { end };
}

async function readFigures(services: Services, ownerId: string) {
  return asUser(services.database, ownerId, async (tx) => {
    const places: readonly Place[] = await listBots(tx, ownerId, {});
    const period = { from: instantOf(0), to: marketNow(services.runtime) };
    const ids = places.map((place) => place.botId);
    const sums = await sumResults(tx, ownerId, { by: 'bot', ids, period });
    const totals = new Map([...sums].map(([botId, { result }]) => [botId, result]));
    return { places, totals, status: await presentStatus(tx, ownerId, services) };
  });
}

function currentPrices({ runtime }: Services): RuntimeChange['prices'] {
  return [...runtime.instruments.keys()].flatMap((symbol) => {
    const price = runtime.lastPrice(symbol);
    return price === null ? [] : [{ symbol, price }];
  });
}

function presentPrices({ runtime }: Services, prices: RuntimeChange['prices']) {
  const time = timeText(runtime.market().now);
  return prices.flatMap(({ symbol, price }) => {
    const instrument = runtime.instruments.get(symbol);
    return instrument === undefined ? [] : [{ symbol, price: priceText(instrument, price), time }];
  });
}

/** Bots as the engine holds them now; one that is gone there is told by the topic `bots`. */
function liveBots({ runtime }: Services, places: readonly Place[], totals: ReadonlyMap<string, string>): LiveBot[] {
  return places.flatMap(({ portfolioId, botId }) => {
    const snapshot = runtime.bot(portfolioId, botId);
    if (snapshot === null) return [];
    const views = runtime.views(portfolioId, botId);
    return {
      botId,
      state: snapshot.bot.state,
      stateReason: snapshot.bot.stateReason,
      unrealized: cashText(sum(views.map((view) => view.unrealized))),
      resultTotal: totals.get(botId) ?? '0.00000000',
      atoms: presentAtoms(portfolioId, snapshot, runtime),
    };
  });
}
