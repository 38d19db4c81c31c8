import type { WebSocket } from 'ws';
import { cashText } from '#base/decimal.ts';
import { sum } from '#base/exact.ts';
import type { LiveBot, LiveMessage } from '#contract/live.ts';
import { priceText } from '#engine/model/instrument.ts';
import type { BotAddress, RuntimeChange } from '#ports/runtime.ts';
import { listBots } from '#storage/bots.ts';
import { asUser } from '#storage/database/database.ts';
import { totalResults } from '#storage/results.ts';
import { presentAtoms } from '../bots/present-bot.ts';
import { timeText } from '../http/text.ts';
import { toWire } from '../http/wire.ts';
import type { Services } from '../services.ts';
import { type ChangeGatherer, gatherChanges } from './live-changes.ts';
import { presentStatus } from './present-status.ts';

/** Close codes of the live channel; the close reason is a code of the API. */
export const CLOSE = {
  failed: 1011,
  messageUnknown: 4400,
  tokenRefused: 4401,
  originForeign: 4403,
  helloMissing: 4408,
  tooSlow: 4413,
  tooMany: 4429,
} as const;

/** A client with this much unread data is too slow: it starts over with a snapshot. */
const BUFFER_MAX_BYTES = 1_048_576;
/** The status strip and the totals are read from the database at most once a second. */
const STATUS_EVERY_MS = 1_000;
const SEND_EVERY_MS = 200;
/** Even without changes a message at this interval shows that the engine is alive. */
const HEARTBEAT_MS = 5_000;

export interface LiveSession {
  end(): void;
}

/** Sends a snapshot, then every change of this owner, numbered, at most five a second. */
export async function openLiveSession(options: {
  socket: WebSocket;
  services: Services;
  ownerId: string;
}): Promise<LiveSession> {
  const { socket, services, ownerId } = options;
  const first = await readFigures(services, ownerId);
  let figures = { totals: first.totals, readAt: services.now() };
  let seq = 1;

  const change = async (changes: ChangeGatherer): Promise<void> => {
    const now = services.now();
    const read = now - figures.readAt < STATUS_EVERY_MS ? null : await readFigures(services, ownerId);
    if (read !== null) figures = { totals: read.totals, readAt: now };
    const { prices, bots, topics } = changes.take();
    seq += 1;
    sendMessage(socket, {
      type: 'change',
      seq,
      ...(read === null ? {} : { status: read.status }),
      prices: presentPrices(services, prices),
      bots: await liveBots(services, [...bots.values()], figures.totals),
      topics: [...topics],
    });
  };

  const pace = paced(async () => {
    try {
      await change(changes);
    } catch {
      socket.close(CLOSE.failed, 'INTERNAL_ERROR'); // The client reconnects and gets a snapshot.
    }
  });
  const changes = gatherChanges(services, ownerId, pace.ask);
  sendMessage(socket, {
    type: 'snapshot',
    seq,
    status: first.status,
    prices: presentPrices(services, currentPrices(services)),
    bots: await liveBots(services, first.addresses, first.totals),
  });
  return {
    end: () => {
      changes.end();
      pace.end();
    },
  };
}

function sendMessage(socket: WebSocket, message: LiveMessage): void {
  if (socket.readyState !== socket.OPEN) return;
  if (socket.bufferedAmount > BUFFER_MAX_BYTES) return socket.close(CLOSE.tooSlow, 'TOO_SLOW');
  socket.send(JSON.stringify(toWire(message)));
}

/** Runs `work` soon after a request, never concurrently or twice per interval, and periodically without a request. */
function paced(work: () => Promise<void>): { ask(): void; end(): void } {
  let timer: NodeJS.Timeout | null = null;
  let [isRunning, isAsked, isEnded] = [false, false, false];
  const run = async (): Promise<void> => {
    timer = null;
    [isRunning, isAsked] = [true, false];
    await work();
    isRunning = false;
    if (isAsked) ask();
  };
  const ask = (): void => {
    isAsked = true;
    if (!isRunning && !isEnded) timer ??= setTimeout(run, SEND_EVERY_MS);
  };
  const heartbeat = setInterval(ask, HEARTBEAT_MS);
  return {
    ask,
    end: () => {
      isEnded = true;
      clearInterval(heartbeat);
      if (timer !== null) clearTimeout(timer);
    },
  };
}

async function readFigures(services: Services, ownerId: string) {
  return asUser(services.database, ownerId, async (tx) => {
    const addresses: readonly BotAddress[] = await listBots(tx, ownerId, {});
    const ids = addresses.map((address) => address.botId);
    const sums = await totalResults(tx, ownerId, { by: 'bot', ids });
    const totals = new Map([...sums].map(([botId, { result }]) => [botId, result]));
    return { addresses, totals, status: await presentStatus(tx, ownerId, services) };
  });
}

function currentPrices({ runtime }: Services): RuntimeChange['prices'] {
  const at = runtime.market().now;
  return [...runtime.instruments.keys()].flatMap((symbol) => {
    const price = runtime.lastPrice(symbol);
    return price === null ? [] : [{ symbol, price, at }];
  });
}

function presentPrices({ runtime }: Services, prices: RuntimeChange['prices']) {
  return prices.flatMap(({ symbol, price, at }) => {
    const instrument = runtime.instruments.get(symbol);
    return instrument === undefined ? [] : [{ symbol, price: priceText(instrument, price), time: timeText(at) }];
  });
}

/** The engine's present bots; a bot that is gone is announced by the topic `bots`. */
async function liveBots(
  { runtime }: Services,
  addresses: readonly BotAddress[],
  totals: ReadonlyMap<string, string>,
): Promise<LiveBot[]> {
  const found = await runtime.botsNow(addresses.map(({ portfolioId, botId }) => ({ portfolioId, botId })));
  return [...found].map(([botId, { snapshot, views }]) => {
    return {
      botId,
      state: snapshot.bot.state,
      stateReason: snapshot.bot.stateReason,
      unrealized: cashText(sum(views.map((view) => view.unrealized))),
      resultTotal: totals.get(botId) ?? '0.00000000',
      atoms: presentAtoms({ snapshot, views }, runtime),
    };
  });
}
