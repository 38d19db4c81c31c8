import { once } from 'node:events';
import WebSocket from 'ws';
import { followedTopic } from '#contract/live.ts';
import { headersOf, type Visitor } from './visitor.ts';

/** Open live channels, as tabs hold them. */
export interface LiveClients {
  /** What they have received since the last reading. */
  take(): { readonly messages: number; readonly bytes: number };
  /** How many are still open. */
  open(): number;
  close(): void;
}

/** Opens one channel a visitor, each of which has its snapshot when this resolves. */
export async function openLiveClients(address: string, visitors: readonly Visitor[]): Promise<LiveClients> {
  const url = new URL('/api/live', address.replace(/^http/, 'ws'));
  let [messages, bytes] = [0, 0];
  const sockets: WebSocket[] = [];
  // One after another: an address may have only a few that have not said hello.
  for (const visitor of visitors) {
    const socket = new WebSocket(url, { headers: headersOf(visitor) });
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'hello', token: visitor.token, topics: followedTopic.options }));
    await once(socket, 'message');
    socket.on('message', (data: Buffer) => {
      messages += 1;
      bytes += data.length;
    });
    sockets.push(socket);
  }
  return {
    take() {
      const taken = { messages, bytes };
      [messages, bytes] = [0, 0];
      return taken;
    },
    open: () => sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length,
    close: () => {
      for (const socket of sockets) socket.terminate();
    },
  };
}
