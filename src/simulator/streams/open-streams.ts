import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { SECOND_MS } from '#base/time.ts';
import { BOOK_LEVELS } from '../market/synthetic-book.ts';
import type { Simulation } from '../simulation.ts';
import { openLiquidations } from './market/liquidations.ts';
import type { Books } from './market/market-stream.ts';
import { API_ROOT, type StreamAddress, streamAddress } from './stream-address.ts';
import type { StreamFaults } from './stream-faults.ts';
import { openStreamHub } from './stream-hub.ts';
import { type Silence, StreamSocket, UNREAD_BYTES_MAX } from './stream-socket.ts';
import { INVALID_STREAM, openSubscriptions } from './subscriptions.ts';
import { type ListenKeys, openListenKeys } from './user/listen-keys.ts';
import { openUserStreams } from './user/user-streams.ts';

/** Drops sockets without a close frame, ends them as after 24 hours, or silences them. */
export type SocketAct = 'drop' | 'end' | Silence;

/** The futures streams of the simulator, on sockets that its listener hands over. */
export interface Streams {
  readonly listenKeys: ListenKeys;
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Disturbs the sockets that are open now below a root (null: below all). @returns how many */
  disturb(act: SocketAct, root: StreamAddress['root'] | null): number;
  /** Numbers of open sockets and subscriptions. */
  counts(): { readonly sockets: number; readonly subscriptions: number };
  /** Closes all sockets; resolves when no client is connected any more. */
  close(): Promise<void>;
}

interface StreamParts {
  readonly simulation: Simulation;
  readonly faults: StreamFaults;
  /** The wall clock for lifetimes of sockets and listen keys, in milliseconds. */
  readonly wallMs: () => number;
  /** Called with a sentence for developers about what the exchange would silently ignore. */
  readonly warn: (sentence: string) => void;
  /** Called with what a client of the WebSocket API sends, and its address. */
  readonly onCall: (socket: StreamSocket, text: string, address: string) => void;
  /** A client that leaves more unread is dropped. */
  readonly unreadBytesMax?: number;
  /** How often sockets and listen keys are checked. */
  readonly keepEveryMs?: number;
}

const CLIENT_MESSAGE_BYTES_MAX = 64 * 1_024;
const GOING_AWAY = 1_001;
/** Clients that do not answer the close frame within this time are dropped. */
const FAREWELL_MS = 300;

/** Opens the streams; nothing is sent before sockets are handed over. */
export function openStreams({ simulation, faults, wallMs, warn, onCall, ...limits }: StreamParts): Streams {
  const { keepEveryMs = SECOND_MS, unreadBytesMax = UNREAD_BYTES_MAX } = limits;
  const listenKeys = openListenKeys(wallMs);
  const liquidations = openLiquidations(simulation.onEvent);
  const hub = openStreamHub(simulation.market, {
    now: () => simulation.now(),
    pace: () => simulation.pace(),
    spoil: faults.spoilCandle,
    liquidations,
    books: booksOf(simulation),
  });
  const feed = openUserStreams(simulation, listenKeys, faults);
  const sockets = new Set<StreamSocket>();
  const server = socketServer();

  const subscriptions = openSubscriptions({ hub, feed, listenKeys, faults, simulation, warn });
  const onClose = (socket: StreamSocket): void => {
    subscriptions.leaveAll(socket);
    sockets.delete(socket);
  };
  const stopTicks = simulation.onTick((before, now) => hub.tick(before, now, () => performance.now()));
  const keeper = setInterval(() => {
    listenKeys.sweep();
    for (const socket of sockets) socket.keep();
  }, keepEveryMs);
  keeper.unref();

  return {
    listenKeys,
    handleUpgrade(request, transport, head) {
      const address = addressOf(request);
      if (address === null) return refuseUpgrade(transport, request, warn);
      if (!subscriptions.areKnown(address)) return refuseStreams(transport);
      server.handleUpgrade(request, transport, head, (ws) => {
        const socket = new StreamSocket(ws, transport, address, {
          wallMs,
          unreadBytesMax,
          onText: (sender, text) => {
            if (address.root === API_ROOT) onCall(sender, text, request.socket.remoteAddress ?? '');
            else subscriptions.onText(sender, text);
          },
          onClose,
        });
        sockets.add(socket);
        subscriptions.joinAll(socket, address.names);
      });
    },
    disturb(act, root) {
      const chosen = [...sockets].filter(({ address }) => root === null || address.root === root);
      for (const socket of chosen) {
        if (act === 'drop') socket.drop();
        else if (act === 'end') socket.end();
        else socket.silence = act;
      }
      return chosen.length;
    },
    counts: () => ({
      sockets: sockets.size,
      subscriptions: [...sockets].reduce((sum, { names }) => sum + names.size, 0),
    }),
    async close() {
      stopTicks();
      liquidations.close();
      clearInterval(keeper);
      feed.close();
      await farewell(server, sockets);
    },
  };
}

/** Streams are told of an instant when the exchange has reached it, so that the present book is the one of that instant. */
function booksOf(simulation: Simulation): Books {
  return {
    book: (symbol, _now, levels = BOOK_LEVELS) =>
      simulation.read((exchange) => exchange.book(symbol, levels, 'public')),
    improved: (symbol) => simulation.read((exchange) => exchange.book(symbol, BOOK_LEVELS, 'improved')),
    revision: (symbol) => simulation.read((exchange) => exchange.bookRevision(symbol)),
  };
}

/** Pongs are sent by hand, because faults withhold them. */
function socketServer(): WebSocketServer {
  return new WebSocketServer({
    noServer: true,
    autoPong: false,
    perMessageDeflate: false,
    maxPayload: CLIENT_MESSAGE_BYTES_MAX,
  });
}

/** Resolves when no client is connected any more. */
async function farewell(server: WebSocketServer, sockets: ReadonlySet<StreamSocket>): Promise<void> {
  for (const socket of sockets) socket.close(GOING_AWAY, 'The simulator stops');
  const patience = setTimeout(() => {
    for (const socket of sockets) socket.drop();
  }, FAREWELL_MS);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  clearTimeout(patience);
}

function addressOf({ url = '' }: IncomingMessage): StreamAddress | null {
  try {
    return streamAddress(url);
  } catch {
    return null; // No address at all: refused like a path without streams.
  }
}

function refuseUpgrade(transport: Duplex, { url = '' }: IncomingMessage, warn: (sentence: string) => void): void {
  const path = url.split('?')[0] ?? '';
  warn(
    `Refused: there are no streams below ${path.slice(0, 40)}, only below /public, /market and /private, and the API at /ws-fapi/v1`,
  );
  transport.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
}

function refuseStreams(transport: Duplex): void {
  const body = JSON.stringify(INVALID_STREAM);
  const head = ['HTTP/1.1 400 Bad Request', 'Connection: close', 'Content-Type: application/json'];
  transport.end([...head, `Content-Length: ${body.length}`, '', body].join('\r\n'));
}
