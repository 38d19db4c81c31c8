import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { probeServer } from './probe-server.ts';

const sockets: Socket[] = [];
let listener: Server;
let url: string;

/** Takes connections and says nothing. */
beforeAll(async () => {
  listener = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const bound = listener.address();
  if (bound === null || typeof bound === 'string') throw new Error('The listener has no port.');
  url = `postgres://somebody:secret@127.0.0.1:${bound.port}/none`;
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  listener.close();
});

it('a silent server is given up sooner when its processes are stopped than when it may only be slow', async () => {
  const { signal } = new AbortController();
  const ended: string[] = [];
  const probe = async (name: string, isFrozen: boolean): Promise<void> => {
    expect(await probeServer(url, signal, () => isFrozen)).toBe('silent');
    ended.push(name);
  };
  await Promise.all([probe('slow', false), probe('frozen', true)]); // Both count the turns of this thread.
  expect(ended).toEqual(['frozen', 'slow']);
});
