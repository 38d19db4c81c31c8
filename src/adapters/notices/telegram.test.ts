import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { telegramSender } from './telegram.ts';

let server: Server;
let body = '';
let sender: ReturnType<typeof telegramSender>;
beforeAll(async () => {
  server = createServer((_request, response) => response.writeHead(429).end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // It listens on TCP.
  sender = telegramSender({ origin: `http://127.0.0.1:${port}` });
});
afterAll(() => server.close());

it.each([
  ['{"ok":false,"parameters":{"retry_after":30}}', 30_000],
  ['{"ok":false,"parameters":{"retry_after":999999}}', 3_600_000],
  ['{"ok":false}', null],
  ['<html>Too many requests</html>', null],
  ['', null],
])('a busy Telegram that answers %s is busy, and is asked again after %s ms', async (text, waitMs) => {
  body = text;
  const address = { address: '-1001', secret: '123:abc' };
  expect(await sender.send(address, [], new AbortController().signal)).toEqual({
    isSent: false,
    failure: 'BUSY',
    waitMs,
  });
});
