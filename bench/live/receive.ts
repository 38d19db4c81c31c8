import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { WebSocket } from 'ws';
import { assert } from '#base/assert.ts';
import type { LiveBots } from './live-bots.ts';
import type { LiveMarket } from './live-market.ts';
import { openMeter, type Round } from './meter.ts';
import type { SenderNews, SenderOrders } from './sender.ts';

/** How the market is sent: messages per second, warm-up messages first, then the measured ones. */
export interface Plan {
  readonly perSecond: number;
  readonly warmSeconds: number;
  readonly seconds: number;
  /** Standard deviation of one move, as a fraction of the price. */
  readonly deviation: number;
  readonly seed: number;
}

export interface Received extends Round {
  /** Messages still in flight shortly after the last one was sent. */
  readonly backlog: number;
}

const SETTLE_MS = 20;
const WAITS_MAX = 500;
const SENT_AT_LENGTH = 2 ** 18;

/** Receives the messages of a sender in another thread, over a WebSocket, and passes every quote to the bots. */
export async function receive(market: LiveMarket, bots: LiveBots, plan: Plan): Promise<Received> {
  const warm = plan.perSecond * plan.warmSeconds;
  const count = warm + plan.perSecond * plan.seconds;
  const sentAt = new Float64Array(new SharedArrayBuffer(SENT_AT_LENGTH * Float64Array.BYTES_PER_ELEMENT));
  const orders: SenderOrders = { ...plan, instruments: market.instruments, starts: market.closes, count, sentAt };
  const sender = new Worker(new URL('./sender.ts', import.meta.url), { workerData: orders });
  const hasExited = once(sender, 'exit');
  const listening = await newsOf(sender);
  assert(listening.type === 'listening', 'the sender listens first');
  const meter = openMeter({ bots, instruments: market.instruments, sentAt, warm, count });
  const socket = new WebSocket(`ws://127.0.0.1:${listening.port}`, { perMessageDeflate: false });
  socket.once('upgrade', ({ socket: connection }) => {
    // Added after the WebSocket's own listener, or data that came with the handshake would be lost, but called before it.
    socket.once('open', () => connection.prependListener('data', meter.read));
  });
  socket.on('message', meter.take);
  await newsOf(sender); // All is sent.
  await sleep(SETTLE_MS);
  const backlog = meter.missing();
  for (let waits = 0; meter.missing() > 0; waits += 1) {
    assert(waits < WAITS_MAX, 'what was sent arrives');
    await sleep(SETTLE_MS);
  }
  socket.close();
  await hasExited;
  return { ...meter.round(), backlog };
}

async function newsOf(sender: Worker): Promise<SenderNews> {
  const [news] = (await once(sender, 'message')) as [SenderNews]; // The sender types what it posts.
  return news;
}
