import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { probeServer } from './probe-server.ts';

const sockets: Socket[] = [];
const listeners: Server[] = [];
/** Takes connections and says nothing. */
let url: string;
/** Refuses whoever connects, because there are too many already. */
let answeringUrl: string;

beforeAll(async () => {
  url = await listen(() => {});
  answeringUrl = await listen((socket) => socket.once('data', () => socket.end(REFUSAL)));
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  for (const listener of listeners) listener.close();
});

/** https://www.postgresql.org/docs/current/protocol-message-formats.html#PROTOCOL-MESSAGE-FORMATS-ERRORRESPONSE */
const FIELDS = Buffer.from('SFATAL\0C53300\0Mtoo many connections\0\0');
const REFUSAL = Buffer.concat([Buffer.from('E'), Buffer.alloc(4), FIELDS]);
REFUSAL.writeInt32BE(4 + FIELDS.length, 1);

async function listen(take: (socket: Socket) => void): Promise<string> {
  const listener = createServer((socket) => {
    sockets.push(socket);
    take(socket);
  }).listen(0, '127.0.0.1');
  listeners.push(listener);
  await once(listener, 'listening');
  const bound = listener.address();
  if (bound === null || typeof bound === 'string') throw new Error('The listener has no port.');
  return `postgres://somebody:secret@127.0.0.1:${bound.port}/none`;
}

it.concurrent('a silent server is given up sooner when its processes are stopped than when it may only be slow', async () => {
  const { signal } = new AbortController();
  const ended: string[] = [];
  const probe = async (name: string, isFrozen: boolean): Promise<void> => {
    expect(await probeServer(url, signal, () => isFrozen)).toBe('silent');
    ended.push(name);
  };
  await Promise.all([probe('slow', false), probe('frozen', true)]); // Both count the turns of this thread.
  expect(ended).toEqual(['frozen', 'slow']);
});

it.concurrent('a server that has answered is not looked at any more', async () => {
  const { signal } = new AbortController();
  let looks = 0;
  const look = (): boolean => {
    looks += 1;
    return false;
  };
  // The other probe takes as long as the silence of this one would be listened to.
  const [answer] = await Promise.all([probeServer(answeringUrl, signal, look), probeServer(url, signal, () => false)]);
  expect([answer, looks]).toEqual(['answers', 0]);
});
