import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { type Instant, instantOf, later, SECOND_MS } from '#base/time.ts';
import type { LiveMessage } from '#contract/live.ts';
import { newsOf } from './news.ts';
import { openTab, type Tab, UNREAD_MAX_BYTES } from './tab.ts';

const NOW: Instant = instantOf(0);
const PATCH_BYTES = 100_000;

/** Patches far larger than real ones fill what the system itself holds for a socket. */
const patch = (seq: number): LiveMessage => ({
  ...{ type: 'patch', topic: 'funds', seq, funds: [] },
  gone: ['x'.repeat(PATCH_BYTES)],
});
const snapshot = (seq: number): LiveMessage => ({ type: 'snapshot', topic: 'funds', seq, funds: [] });
const news = (seq: number) =>
  newsOf({
    patches: new Map([['funds', patch(seq)]]),
    snapshot: () => snapshot(seq),
    changed: new Set(['logs']),
  });

let listener: WebSocketServer;
let reader: WebSocket;
let socket: WebSocket;
let tab: Tab;
let heard: Record<string, unknown>[][] = [];

beforeEach(async () => {
  heard = [];
  listener = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(listener, 'listening');
  const connection = once(listener, 'connection');
  reader = new WebSocket(`ws://127.0.0.1:${(listener.address() as AddressInfo).port}`);
  reader.on('message', (data) => heard.push(JSON.parse(String(data))));
  await once(reader, 'open');
  [socket] = await connection;
  tab = openTab(socket);
  tab.follow(['funds']);
  tab.tell(news(1), NOW);
  await expect.poll(() => heard.length).toBe(1);
});
afterEach(() => {
  reader.terminate();
  listener.close();
});

/** Tells a reader that has stopped reading, until what waits for it is at its bound. @returns the last number told */
function fill(): number {
  reader.pause();
  let seq = 1;
  while (socket.bufferedAmount <= UNREAD_MAX_BYTES) {
    seq += 1;
    tab.tell(news(seq), NOW);
  }
  return seq;
}

it('a tab that does not read holds no more than a bound and one frame, however much there is to tell', () => {
  const filled = fill();
  for (let seq = filled + 1; seq <= filled + 1_000; seq += 1) tab.tell(news(seq), NOW);
  expect(socket.bufferedAmount).toBeLessThan(UNREAD_MAX_BYTES + 2 * PATCH_BYTES);
});

it('a tab that reads again gets the newest state instead of what it missed, and word of every list', async () => {
  const filled = fill();
  tab.tell(news(filled + 1), NOW);
  reader.resume();
  await expect.poll(() => socket.bufferedAmount).toBe(0);
  tab.tell(news(filled + 2), NOW);
  tab.tell(news(filled + 3), NOW);
  await expect.poll(() => heard.at(-1)).toContainEqual({ ...patch(filled + 3) });
  const frames = heard.slice(-2);
  expect(frames[0]?.map(({ type, topic, seq }) => [type, topic, seq])).toEqual([
    ['snapshot', 'funds', filled + 2],
    ['changed', undefined, undefined],
  ]);
  expect(frames[0]?.[1]?.['topics']).toEqual(expect.arrayContaining(['cycles', 'bots', 'exchange-keys']));
  expect(frames[1]?.[1]).toEqual({ type: 'changed', topics: ['logs'] });
});

it('a tab that stays behind for half a minute is closed with a code', async () => {
  const filled = fill();
  tab.tell(news(filled + 1), NOW);
  tab.tell(news(filled + 2), later(NOW, 30 * SECOND_MS));
  expect(socket.readyState).toBe(socket.OPEN);
  const closed = once(reader, 'close');
  tab.tell(news(filled + 3), later(NOW, 31 * SECOND_MS));
  reader.resume();
  const [code, reason] = await closed;
  expect([code, String(reason)]).toEqual([4413, 'TOO_SLOW']);
});

it('tabs with the same news share one frame', () => {
  const told = news(1);
  const frame = told.frame([told.patch('funds') ?? '']);
  expect(told.frame([told.patch('funds') ?? ''])).toBe(frame);
});
