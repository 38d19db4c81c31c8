import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { LIVE_DEFLATE } from '#server/live/live-deflate.ts';

/** How many bytes these frames take on the wire, one after another on one connection of the live channel. */
export async function bytesOnSocket(frames: readonly Buffer[]): Promise<number> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: LIVE_DEFLATE });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // A string only for a named pipe.
  const opened = once(server, 'connection') as Promise<[WebSocket]>; // The one event of that name.
  const client = new WebSocket(`ws://127.0.0.1:${port}`);
  const upgraded = once(client, 'upgrade') as Promise<[{ readonly socket: Socket }]>; // As above.
  try {
    const [[sender], [{ socket }]] = await Promise.all([opened, upgraded, once(client, 'open')]);
    const before = socket.bytesRead;
    const received = untilReceived(client, frames.length);
    for (const frame of frames) sender.send(frame, { binary: false });
    await received;
    return socket.bytesRead - before;
  } finally {
    client.terminate();
    server.close();
  }
}

function untilReceived(client: WebSocket, count: number): Promise<void> {
  let left = count;
  return new Promise((resolve) => {
    client.on('message', () => {
      left -= 1;
      if (left === 0) resolve();
    });
    if (count === 0) resolve();
  });
}
