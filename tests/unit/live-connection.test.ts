import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import type { LiveMessage } from '#contract/live.ts';
import { toWire } from '#server/http/wire.ts';
import { LiveConnection } from '#web/api/live/live.ts';
import { LiveStore } from '#web/api/live/live-store.ts';
import { setTokenSource } from '#web/api/token-source.ts';

const funds = (unrealized: string) => ({
  ...{ portfolioId: 'p', wallet: '1', unrealized, initialMargin: '0', committed: '0' },
});
const snapshot = (seq: number, unrealized: string): LiveMessage => ({
  ...{ type: 'snapshot', topic: 'funds', seq },
  funds: [funds(unrealized)],
});
const patch = (seq: number, unrealized: string): LiveMessage => ({
  ...{ type: 'patch', topic: 'funds', seq, gone: [] },
  funds: [{ portfolioId: 'p', unrealized }],
});

let listener: WebSocketServer;
let server: WebSocket;
let said: unknown[] = [];
let token = 'first';
let store: LiveStore;
let queries: QueryClient;
let connection: LiveConnection;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  [said, token] = [[], 'first'];
  setTokenSource({ idToken: async () => token });
  listener = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  listener.on('connection', (socket) => {
    server = socket;
    socket.on('message', (data) => said.push(JSON.parse(String(data))));
  });
  await once(listener, 'listening');
  vi.stubGlobal('location', { href: `http://127.0.0.1:${(listener.address() as AddressInfo).port}/portfolios` });
  store = new LiveStore();
  queries = new QueryClient();
  connection = new LiveConnection(store, queries);
  store.subscribe('funds:p', () => {});
  await connection.open();
  await expect.poll(() => said).toEqual([{ type: 'hello', token: 'first', topics: ['status', 'funds'] }]);
});
afterEach(() => {
  connection.close();
  server.terminate();
  listener.close();
  setTokenSource({ idToken: async () => null });
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const send = (...frame: LiveMessage[]) => server.send(JSON.stringify(toWire(frame)));

it('a renewed token is told to the server on the connection that stands', async () => {
  await vi.advanceTimersByTimeAsync(60_000);
  token = 'second';
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.poll(() => said.slice(1)).toEqual([{ type: 'token', token: 'second' }]);
});

it('a gap in a topic is mended on the connection that stands, by following the topic again', async () => {
  send(snapshot(1, '5'), patch(2, '6'));
  await expect.poll(() => store.funds('p')).toEqual(funds('6'));
  send(patch(4, '8'));
  await expect.poll(() => said.slice(1)).toEqual([{ type: 'follow', topics: ['funds'] }]);
  send(patch(5, '9'));
  send(snapshot(5, '9'));
  await expect.poll(() => store.funds('p')).toEqual(funds('9'));
  expect(said).toHaveLength(2);
});

it('a topic that a page begins to read is followed', async () => {
  store.subscribe('bot:b', () => {});
  await expect.poll(() => said.slice(1)).toEqual([{ type: 'follow', topics: ['bots'] }]);
});

it('lists that changed are fetched again, and after a lost connection all of them', async () => {
  const isOld = (topic: string) => queries.getQueryState([topic, 'list'])?.isInvalidated;
  for (const topic of ['cycles', 'logs']) queries.setQueryData([topic, 'list'], []);
  send(snapshot(1, '5'), { type: 'changed', topics: ['cycles'] });
  await expect.poll(() => [isOld('cycles'), isOld('logs')]).toEqual([true, false]);
  server.terminate();
  await expect.poll(() => said.length).toBe(2); // The next hello.
  send(snapshot(1, '5'));
  await expect.poll(() => isOld('logs')).toBe(true);
});
