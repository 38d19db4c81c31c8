import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Something that notices are sent to: a webhook and Telegram at once. It refuses whatever comes. */
export interface NoticeReceiver {
  readonly host: string;
  /** What was received so far: address, headers and body of each request. */
  readonly received: readonly string[];
  close(): Promise<void>;
}

/** Listens on a free port of the loopback address. Its answers quote what was sent, as careless services do. */
export async function startNoticeReceiver(): Promise<NoticeReceiver> {
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    const text = JSON.stringify([request.url, request.headers, await bodyOf(request)]);
    received.push(text);
    response.writeHead(401, { 'content-type': 'text/plain', 'x-request': encodeURIComponent(text) }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // It listens on TCP.
  return {
    host: `127.0.0.1:${port}`,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}
