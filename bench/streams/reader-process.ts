import { once } from 'node:events';
import { WebSocket } from 'ws';
import { assert } from '#base/assert.ts';
import { heardStreams } from './many-symbols.ts';

/** What the readers received. */
export interface ReaderNews {
  readonly messages: number;
  readonly bytes: number;
  /** How many different streams have sent something. */
  readonly streams: number;
  readonly hasLost: boolean;
}

const STREAMS_A_SOCKET = 800;
const STREAMS_A_REQUEST = 200;
const REQUEST_EVERY_MS = 150;

assert(process.send !== undefined, 'the bench starts this program');
const [port = '', ...symbols] = process.argv.slice(2);
const counted = { messages: 0, bytes: 0, hasLost: false };
const spoken = new Set<string>();

/** Like a client that respects the limits: a few requests per socket, with pauses. */
async function listen(root: string, names: readonly string[]): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/${root}/stream`, { perMessageDeflate: false });
  await once(socket, 'open');
  socket.on('close', () => {
    counted.hasLost = true;
  });
  socket.on('message', (data: Buffer) => {
    counted.messages += 1;
    counted.bytes += data.length;
    if (spoken.size < symbols.length * 5) spoken.add(nameOf(data));
  });
  for (let first = 0; first < names.length; first += STREAMS_A_REQUEST) {
    const params = names.slice(first, first + STREAMS_A_REQUEST);
    socket.send(JSON.stringify({ method: 'SUBSCRIBE', params, id: first + 1 }));
    await new Promise((resolve) => setTimeout(resolve, REQUEST_EVERY_MS));
  }
}

/** Of `{"stream":"<name>","data":…}`; an answer to a request names none. */
function nameOf(data: Buffer): string {
  const begin = '{"stream":"'.length;
  return data.toString('latin1', begin, data.indexOf('"', begin));
}

for (const [root, names] of Object.entries(heardStreams(symbols))) {
  for (let first = 0; first < names.length; first += STREAMS_A_SOCKET) {
    await listen(root, names.slice(first, first + STREAMS_A_SOCKET));
  }
}
process.on('message', () => process.send?.({ ...counted, streams: spoken.size } satisfies ReaderNews));
process.on('disconnect', () => process.exit(0));
process.send({ ...counted, streams: spoken.size } satisfies ReaderNews);
