import type { Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { WebSocketServer } from 'ws';
import { assert, at } from '#base/assert.ts';
import type { Instrument } from '#engine/model/instrument.ts';
import { bookTickerText } from './book-ticker-text.ts';
import { sharedClock } from './shared-clock.ts';
import { openWalk } from './walk.ts';

/** The sender's orders: what to send, how fast and how long, and where to record the times. */
export interface SenderOrders {
  readonly instruments: readonly Instrument[];
  readonly starts: readonly number[];
  readonly deviation: number;
  readonly seed: number;
  readonly perSecond: number;
  readonly count: number;
  /** By number of the message, modulo its length: when it was sent, on the shared clock. */
  readonly sentAt: Float64Array;
}

export type SenderNews = { readonly type: 'listening'; readonly port: number } | { readonly type: 'sent' };

/** Maximum burst after a delay of the sender; the rest follows in the next turn. */
const BATCH_MAX = 250;
const PAUSE_MS = 0.2;

const FINAL_TEXT = 0x81;
/** Lengths above it stand in two bytes of their own. */
const FRAME_SHORT = 125;
const LENGTH_FOLLOWS = 126;
const HEADER_LENGTH = 4;
const FRAME_MAX = 512;

/** The exchange of the bench: a WebSocket server in its own thread, which sends to its first client. */
function serve(orders: SenderOrders): void {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  server.once('listening', () => {
    const address = server.address();
    assert(address !== null && typeof address !== 'string', 'the server listens on a port');
    tellParent({ type: 'listening', port: address.port });
  });
  server.once('connection', (peer, request) => {
    peer.once('close', () => server.close());
    send(orders, request.socket);
  });
}

/** Writes whole batches of frames, so that the sender leaves the cores to the measured code. */
function send(orders: SenderOrders, socket: Socket): void {
  const { count, perSecond, starts, instruments, sentAt } = orders;
  const { walk, move } = openWalk(starts, orders);
  const idle = new Int32Array(new SharedArrayBuffer(4));
  const clock = sharedClock();
  const begin = clock();
  let sent = 0;
  const turn = (): void => {
    const due = Math.min(count, Math.floor(((clock() - begin) * perSecond) / 1_000), sent + BATCH_MAX);
    const frames = Buffer.allocUnsafe((due - sent) * FRAME_MAX);
    let length = 0;
    for (; sent < due; sent += 1) {
      move();
      length = writeFrame(frames, length, bookTickerText(at(instruments, walk.symbol), walk, sent));
      sentAt[sent % sentAt.length] = clock();
    }
    socket.write(frames.subarray(0, length));
    if (sent === count) return tellParent({ type: 'sent' });
    Atomics.wait(idle, 0, 0, PAUSE_MS); // A timer cannot wait for less than a millisecond.
    setImmediate(turn);
  };
  turn();
}

/** A text message of one frame as a server sends it, RFC 6455 section 5.2. @returns where the next one begins */
function writeFrame(frames: Buffer, start: number, text: string): number {
  assert(text.length > FRAME_SHORT && text.length + HEADER_LENGTH <= FRAME_MAX, 'a book ticker fits its frame');
  frames[start] = FINAL_TEXT;
  frames[start + 1] = LENGTH_FOLLOWS;
  frames.writeUInt16BE(text.length, start + 2);
  return start + HEADER_LENGTH + frames.write(text, start + HEADER_LENGTH, 'latin1');
}

function tellParent(news: SenderNews): void {
  parentPort?.postMessage(news);
}

serve(workerData as SenderOrders); // Written by our own main thread, which types it.
